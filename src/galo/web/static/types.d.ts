import type { SiteError } from "./lib/requests.js";

/**
 * The types of the site: what the server sends, what a game's module offers, what parts of a page share.
 * docs/site.md describes the same JSON field by field.
 */

// What the server sends

export type Phase = "seating" | "playing" | "between" | "over";
export type SeatKind = "person" | "agent" | "open";
export type BarTool = "hint" | "analyse" | "undo" | "redo" | "leave";
/** What a person proposes to others, or does alone where nobody must agree. */
export type Proposal = "resign" | "offer_draw" | "ask_undo" | "help";
export type Tool = BarTool | Exclude<Proposal, "help">;
export type Control = Tool | "next" | "pace" | "step" | "rematch" | "return" | "help" | "accept" | "decline";
export type EmoteName = "nice" | "lucky" | "thanks" | "thinking" | "go" | "laugh";
export type OfferKind = "resign" | "draw" | "undo" | "help";

export interface Seat {
  name: string;
  kind: SeatKind;
  agent: string | null;
  level: string | null;
  away: boolean;
  /** Whether an agent plays because the person's time is used up. */
  out_of_time: boolean;
  invite: string | null;
  /** How many tiles it holds; null in games without tiles. */
  tiles: number | null;
  side: number;
  /** Whether its person's browser is connected; only known at a live table. */
  connected?: boolean;
}

/** A table as one viewer sees it. */
export interface View<B extends Board = Board> {
  table: string;
  game: string;
  /** The path of the game's JavaScript module on this site. */
  script: string;
  options: Record<string, OptionValue>;
  /** The viewer's seat; null for a watcher. */
  you: number | null;
  host: boolean;
  listed: boolean;
  phase: Phase;
  seats: Seat[];
  /** How many sides play: a side is a seat, or a pair of seats. */
  sides: number;
  mover: number | null;
  /** The kind of the move that the table makes for the mover by itself; null where there is a choice. */
  forced: "pass" | "draw" | "open" | null;
  /** Seconds between two moves of agents; 0 stops them. */
  pace: number;
  /** Null at a table without a clock. */
  clock: Clock | null;
  /** Whether hints, analysis and undo are allowed. */
  help: boolean;
  offer: Offer | null;
  moves: Move[];
  controls: Control[];
  /** What this game can ever offer. */
  tools: Tool[];
  outcome: Outcome | null;
  /** Whether the game is over and can be reviewed. */
  can_review: boolean;
  summary: MatchSummary | null;
  /** The next table of the same people. */
  rematch: string | null;
  board: B | null;
  /** An earlier moment of the game: nobody is thinking. */
  isPast?: boolean;
  /** The board with all hands open, where agents alone play; null everywhere else. */
  open_board: B | null;
}

/** A clock when its view was sent; from then on the browser counts by itself. */
export interface Clock extends ClockSetting {
  /** Seconds by seat; null for agents, and where an agent plays. */
  left: (number | null)[];
  /** The seat whose time goes by. */
  running: number | null;
  /** When it arrived, in milliseconds of this page. */
  at?: number;
}

/** What *seat* proposes; the people at the seats *waiting* have still to accept. */
export interface Offer {
  kind: OfferKind;
  seat: number;
  waiting: number[];
}

/** A move that the viewer may choose; which fields it has beside its text depends on the game. */
export interface Move {
  move: string;
  from?: string;
  to?: string;
  capture?: boolean;
  /** Lines of Action: how many pieces stand on the line of the move, which is how far it goes. */
  line?: number;
  tile?: string;
  end?: string | null;
  points?: number;
}

/** A finished game in numbers; games without points have no rounds, points and best move. */
export interface MatchSummary {
  /** How many moves each side made. */
  moves: number[];
  /** The points of each side, round by round. */
  rounds: number[][];
  /** The points of each side by what they were for. */
  points: Record<string, number>[];
  /** The move that brought the most points, those of passes included. */
  best: { seat: number; round: number; move: string; points: number } | null;
}

export interface Outcome {
  scores: number[];
  winner: number | null;
  reason: string;
}

export interface Points {
  kind: string;
  seat: number | null;
  side: number | null;
  points: number;
  /** The seat that passed first, where a pass brought these points. */
  passer?: number;
  /** The number of the event of that pass. */
  pass_event?: number;
}

export interface MovedEvent {
  kind: "moved";
  number: number;
  seat: number;
  move: string;
  /** "origin": made at the table whose game goes on here. */
  by?: "person" | "agent" | "forced" | "origin";
  points: Points[];
  round: number;
}

export interface DealtEvent {
  kind: "dealt";
  number: number;
  round: number;
  points?: Points[];
}

/** A takeback, or the same moves made again. */
export interface TakebackEvent {
  kind: "undone" | "redone";
  number: number;
  seat: number;
  /** The numbers of the `moved` events. */
  moves: number[];
}

export interface SeatEvent {
  kind: "sat" | "left" | "returned" | "resigned";
  number: number;
  seat: number;
  name?: string;
  /** Why an agent plays on. */
  reason?: "left" | "time";
}

export interface OfferEvent {
  kind: "offered" | "accepted" | "declined";
  number: number;
  seat: number;
  offer: OfferKind;
}

export interface RematchEvent {
  kind: "rematch";
  number: number;
  table: string;
}

export interface PlainEvent {
  kind: "created" | "paced" | "agreed" | "help_allowed";
  number: number;
}

export type TableEvent =
  | MovedEvent
  | DealtEvent
  | TakebackEvent
  | SeatEvent
  | OfferEvent
  | RematchEvent
  | PlainEvent;
export type PlayedEvent = MovedEvent | DealtEvent;

/** One moment of a replay; the start and every deal have no event. */
export interface Frame {
  event: MovedEvent | null;
  view: View;
}

/** How good a decision was. */
export type Mark = "good" | "inaccuracy" | "mistake" | "blunder";

/** How far a review is: positions done of all, and reviews of others before it. */
export interface ReviewProgress {
  state: "waiting" | "working" | "done" | "failed";
  ahead: number;
  done: number;
  total: number;
}

/** A decision, judged by what its seat knew. */
export interface ReviewedMove {
  /** Of the move in the record, from 1. */
  number: number;
  seat: number;
  move: string;
  best: string;
  /** The chance to win after the move, and after the best one. */
  value: number;
  best_value: number;
  loss: number;
  /** The standard error of the loss. */
  error: number;
  mark: Mark;
  reasons: Reason[];
  /** The options, best first. */
  compared: { move: string; value: number; expected_points: number | null }[];
  /** By hidden tile, the chance that each seat has it, and the boneyard. */
  belief: Record<string, number[]> | null;
}

/** A game explained: for each side start + skill + luck = result. */
export interface GameReviewAnswer {
  start: number[];
  skill: number[];
  luck: number[];
  result: number[];
  seat_reviews: { accuracy: number | null; marks: Record<Mark, number> }[];
  moves: ReviewedMove[];
  /** All deals and moves, with the chance of side 0 after each. */
  events: { kind: "deal" | "move" | "end"; chance: number }[];
}

export interface Reason {
  name: string;
  numbers: Record<string, number | string>;
}

// Messages of the socket

export interface StateMessage {
  type: "state";
  number: number;
  view: View;
  events: TableEvent[];
}

export interface PresenceMessage {
  type: "presence";
  connected: boolean[];
  watchers: number;
}

export interface RefusedMessage {
  type: "refused";
  id?: string;
  code: string;
  say?: string;
}

export interface HintMessage {
  type: "hint";
  id: string;
  number: number;
  move: string;
  reasons?: Reason[];
}

export interface AnalysisMessage extends Analysis {
  type: "analysis";
  id: string;
  number: number;
}

export interface ReplyMessage {
  type: "reply";
  id: string;
  number: number;
}

export interface ThinkingMessage {
  type: "thinking";
  seat: number;
  /** The agent that moves for it, because it is not compiled yet. */
  stand_in: string | null;
}

/** The person at *seat* shows one of six short words. */
export interface EmoteMessage {
  type: "emote";
  seat: number;
  name: EmoteName;
}

/** The person at *seat* has asked for help. */
export interface HelpMessage {
  type: "help";
  seat: number;
  kind: "hint" | "analyse";
}

/** What an agent thought of its move, event *number*. */
export interface OpinionMessage {
  type: "opinion";
  number: number;
  seat: number;
  agent: string;
  move: string;
  /** That its side wins, from 0 to 1; null where the agent has no estimate. */
  chance: number | null;
  reasons: Reason[];
}

/** The seat was taken over by another tab or device. */
export interface ReplacedMessage {
  type: "replaced";
}

export type Answer = ReplyMessage | HintMessage | AnalysisMessage;
export type ServerMessage =
  | StateMessage
  | PresenceMessage
  | RefusedMessage
  | ThinkingMessage
  | EmoteMessage
  | HelpMessage
  | OpinionMessage
  | ReplacedMessage
  | Answer;

/** The answer to each command that brings more than a number. */
export interface Answers {
  hint: HintMessage;
  analyse: AnalysisMessage;
}

export type Command = Control | "play" | "emote";
export type AnswerTo<C extends Command> = C extends keyof Answers ? Answers[C] : ReplyMessage;

/** What is called when the socket of a table brings something. */
export interface Listener {
  /** *isFirst* is true for the first state since the page was opened. */
  state(message: StateMessage, isFirst: boolean): void;
  presence(message: PresenceMessage): void;
  thinking(message: ThinkingMessage): void;
  emote(message: EmoteMessage): void;
  help(message: HelpMessage): void;
  opinion(message: OpinionMessage): void;
  status(status: ConnectionStatus, attempts: number, error?: SiteError): void;
  /** An error that answers no command. */
  error(error: SiteError): void;
}

// Requests and answers over HTTP

export interface TableRequest {
  game: string;
  seats: { kind: "me" | "friend" | "agent"; agent?: string }[];
  options?: Record<string, OptionValue>;
  listed?: boolean;
  pace?: number;
  clock?: ClockSetting | null;
  /** Whether hints, analysis and undo are allowed; null: where at most one person plays. */
  help?: boolean | null;
}

/** How long people may think: 10 to 600 seconds a move, or 60 to 7200 a game. */
export interface ClockSetting {
  per: "move" | "game";
  seconds: number;
}

/** A seat that was given: its table and the token that proves it. */
export interface Ticket {
  table: string;
  seat: number | null;
  token: string;
}

export type OptionValue = string | number | boolean | null;

export interface Option {
  name: string;
  default: OptionValue;
  choices: OptionValue[];
  minimum: number | null;
  maximum: number | null;
  optional: boolean;
}

export interface AgentInfo {
  name: string;
  line: string;
  options: Option[];
}

export interface GameInfo {
  name: string;
  script: string;
  seats: number;
  sides: number;
  /** Whether something is dealt. */
  has_chance: boolean;
  options: Option[];
  agents: AgentInfo[];
  /** From the name of a level to the agent that plays at it. */
  levels: Record<string, string>;
  /** From the name of a level to its measured Elo, where there is one. */
  ratings: Record<string, number>;
  /** How many lessons there are. */
  lessons: number;
  /** How many puzzles there are. */
  puzzles: number;
}

/** An agent on the ladder of its game, with the 95 % interval of its Elo. */
export interface Rung {
  agent: string;
  level: string | null;
  elo: number;
  low: number | null;
  high: number | null;
  games: number;
  /** The agent on the ladder by whose meeting it is placed, null for the levels. */
  by: string | null;
}

/** Games of one agent against another: the share of the points that the first won. */
export interface Meeting {
  a: string;
  b: string;
  games: number;
  score: number;
  low: number;
  high: number;
  /** The page of the documentation that has it. */
  source: string;
}

/** The measured agents of a game, the strongest first. */
export interface Ladder {
  game: string;
  players: Rung[];
  meetings: Meeting[];
}

export type JobState = "waiting" | "running" | "done" | "stopped" | "failed";

/** An experiment in the list. */
export interface JobSummary {
  job: string;
  kind: "match" | "tournament" | "evolution";
  game: string;
  players: string[];
  against: string[];
  state: JobState;
  problem: string;
  created: number;
  done: number;
  total: number;
}

/** What `galo match --json` says of two players. */
export interface MatchFigures {
  a: string;
  b: string;
  games: number;
  wins_a: number;
  wins_b: number;
  draws: number;
  score_a: number;
  interval: [number, number];
}

/** What `galo tournament --json` says. */
export interface TournamentFigures {
  players: { name: string; games: number; score: number; elo: number; elo_interval: (number | null)[] }[];
  pairings: MatchFigures[];
}

/** A part of what `galo evolve --json` says. */
export interface EvolutionFigures {
  best: number[];
  parameters: string[];
  formula: string | null;
  fitness: number;
  retest: number;
  retest_interval: [number, number];
  luck: number;
}

/** An experiment with all that is known of it. */
export interface Job {
  summary: JobSummary;
  request: Record<string, unknown>;
  speed: number;
  /** The best and the mean share of each generation. */
  curve: [number, number][];
  result: MatchFigures | TournamentFigures | EvolutionFigures | null;
  downloads: string[];
  agent: string | null;
  can_change: boolean;
}

/** Whether there is a laboratory here, and its experiments. */
export interface LabState {
  on: boolean;
  can_start: boolean;
  reports: boolean;
  bounds: { games: number; matches: number; minutes: number; jobs: number };
  methods: string[];
  /** From each game to its agents whose parameters can evolve, and whether their matches are simulated. */
  evolvable: Record<string, Record<string, boolean>>;
  jobs: JobSummary[];
}

/** What is asked of the laboratory. */
export interface JobRequest {
  kind: JobSummary["kind"];
  game: string;
  [field: string]: OptionValue | string[] | Record<string, OptionValue>;
}

/** A position with the moves that are right, and the moments that follow each. */
export interface Lesson {
  id: string;
  view: View;
  right: Record<string, Frame[]>;
}

export interface LessonList {
  game: string;
  /** How the game begins. */
  start: View;
  lessons: Lesson[];
}

/** The date, in UTC, and the puzzle that everybody gets on it, of each game with so many *puzzles*. */
export interface PuzzleDay {
  date: string;
  games: { game: string; id: string; puzzles: number }[];
}

/** The puzzles of a game, easiest first, and how many have each theme. */
export interface PuzzleList {
  game: string;
  date: string;
  /** The puzzle of the day. */
  daily: string;
  themes: Record<string, number>;
  puzzles: PuzzleEntry[];
}

export interface PuzzleEntry {
  id: string;
  rating: number;
  themes: string[];
}

/** A puzzle before its answer, as the seat to move sees it. */
export interface PuzzleTask {
  id: string;
  rating: number;
  view: View;
}

/** What a move is worth and gives away, at least and at most: a score if the game is solved, else a chance. */
export interface PuzzleValue {
  move: string;
  value: number;
  low: number;
  high: number;
}

export interface PuzzleAnswer {
  right: boolean;
  solution: string[];
  themes: string[];
  kind: "solved" | "forced" | "searched" | "dealt" | "every_deal";
  /** What was spent on the proof, by name. */
  effort: Record<string, number>;
  values: PuzzleValue[];
  reasons: Reason[];
  /** What follows the right move. */
  frames: Frame[];
  /** What it did to the person's rating; null after the first attempt. */
  rated: GameRating | null;
}

export interface TableSummary {
  table: string;
  game: string;
  phase: Phase;
  seats: SeatSummary[];
  clock: ClockSetting | null;
  help: boolean;
}

/** A table at which this browser has a seat; *you* is null at one that it set up to watch. */
export interface OwnTable {
  table: string;
  game: string;
  phase: Phase;
  sides: number;
  seats: (SeatSummary & { away: boolean; side: number })[];
  you: number | null;
  mover: number | null;
  /** Whether the person has a move to choose. */
  is_turn: boolean;
  /** The points of each side, where the game has points. */
  scores: number[] | null;
  outcome: Outcome | null;
  can_review: boolean;
  rematch: string | null;
}

/** How a person plays. */
export type Experience = "beginner" | "casual" | "experienced";
/** What a person answers; "unsaid": they rather not say. */
export type ExperienceAnswer = Experience | "unsaid";

export type SeatSummary = Pick<Seat, "name" | "kind"> & { level?: string | null; agent?: string | null };

/** Games of people against the same agents; a score is a share of the points, in which a draw is half a win. */
export interface ResultGroup {
  game: string;
  players: number;
  opponents: Opponent[];
  /** What the people of the side have in common; null for all people together. */
  people: Experience | "mixed" | "unsaid" | "with_agent" | null;
  /** Whether a person had help. */
  assisted: boolean;
  games: number;
  won: number;
  drawn: number;
  /** The people's score, and its interval. */
  score: number;
  low: number;
  high: number;
  /** The agents' score, and its interval. */
  agents_score: number;
  agents_low: number;
  agents_high: number;
  /** The share of games that agents won against such people in the dissertation. */
  published: number | null;
}

export interface Results {
  groups: ResultGroup[];
  by_experience: ResultGroup[];
}

export interface Opponent {
  name: string;
  level: string | null;
}

/** A rating over time, in one game with its options. */
export interface RatingCurve {
  kind: "games" | "puzzles";
  game: string;
  options: Record<string, string>;
  elo: number;
  /** Half the width of the 95 % interval. */
  margin: number;
  count: number;
  /** Whether there were too few games for the ranking. */
  provisional: boolean;
  /** The oldest first. */
  points: { place: string; at: number; elo: number; margin: number }[];
}

/** A finished game of the person; *score* is 1, 0 or a half. */
export interface OwnGame {
  table: string;
  game: string;
  options: Record<string, OptionValue>;
  /** Seconds since 1970. */
  at: number;
  score: number;
  opponents: Opponent[];
  assisted: boolean;
  /** The rating afterwards, null if the game was not rated. */
  elo: number | null;
  change: number | null;
}

/** All that is kept of the person's games. */
export interface OwnStatistics {
  /** In the ranking, null outside. */
  name: string | null;
  ratings: RatingCurve[];
  groups: ResultGroup[];
  games: OwnGame[];
}

/** What a game did to the person's rating; *why* it did nothing is null if it did. */
export interface GameRating {
  why: "assisted" | "unrated" | null;
  before: { elo: number; margin: number } | null;
  after: { elo: number; margin: number } | null;
  count: number;
  provisional: boolean;
}

/** A code for another device, and its link as a picture. */
export interface CarryCode {
  code: string;
  seconds: number;
  picture: string;
}

export interface RankedPerson {
  name: string;
  elo: number;
  margin: number;
  count: number;
  you: boolean;
}

export interface RankedAgent {
  agent: string;
  level: string;
  elo: number;
}

export interface RankingPool {
  game: string;
  options: Record<string, string>;
  people: RankedPerson[];
  agents: RankedAgent[];
}

/** The ranking of every game, and how many rated games it takes to be in it. */
export interface Ranking {
  games: number;
  pools: RankingPool[];
}

export interface Health {
  agents: "warming" | "ready";
  /** The version of its files. */
  files: string;
  /** How other devices reach the site, where the server knows. */
  address: string | null;
}

/** Whether other devices of the network may come, and whether this person may switch that. */
export interface LanState {
  can_switch: boolean;
  open: boolean;
  address: string | null;
}

// Boards

/** What boards have in common; only a game in rounds has a score. */
export interface Board {
  last?: string | null;
  round?: number;
  scores?: number[];
  target?: number | null;
  points?: Points[];
}

export type Halves = [number, number];

export interface DominoBoard extends Board {
  round: number;
  scores: number[];
  target: number | null;
  first: Halves | null;
  /** The tiles of each arm, written from the centre outwards. */
  arms: Record<string, Halves[]>;
  /** The number to match at the end of each arm. */
  ends: Record<string, number>;
  sum: number | null;
  sum_scores: boolean;
  stock: number | null;
  hand: string[] | null;
  revealed: string[][] | null;
  plays: { seat: number; move: string }[];
  points: Points[];
  /** The seats that passed since the last tile. */
  passed: number[];
  /** The pips of every hand once the hands are revealed. */
  pips: number[] | null;
  count: HandCount | null;
}

/** How the hands of the losers are added up at the end of a round. */
export interface HandCount {
  kind: string;
  side: number | null;
  hands: number[];
  total: number;
  points: number;
}

export interface LinesOfActionBoard extends Board {
  /** 64 letters `b`, `w` or `.`: a1, b1 … h8. */
  cells: string;
  /** How many pieces and groups Black and White have. */
  pieces: number[];
  groups: number[];
  /** The squares of the group that won. */
  connected: string[];
}

export interface ConnectFourBoard extends Board {
  /** 42 letters `x`, `o` or `.`, bottom row first. */
  cells: string;
  line: number[];
}

/** The board of a game that ships no JavaScript of its own. */
export interface GridBoard extends Board {
  /** One letter a square, `.` for an empty one; the top row first. */
  rows: string[];
  /** How each letter is drawn. */
  symbols?: Record<string, string>;
}

// Analyses

export interface Analysis {
  reasons: Reason[];
  /** Connect Four: bounds of each column's score, and the moves that no other can beat. */
  columns?: (ColumnScore | null)[];
  best_moves?: string[];
  /** False while more time would tell more: it is asked for again. */
  exact?: boolean;
  /** Lines of Action: the best lines. */
  lines?: AnalysedLine[];
}

export interface ColumnScore {
  low: number;
  high: number;
  moves: number;
}

export interface AnalysedLine {
  line: string[];
  /** The share of the point to expect, from 0 to 1. */
  value: number;
  depth: number;
  /** How many moves the winner still makes; null while nobody is known to win. */
  moves: number | null;
}

// A game's module

/** What a game brings to the site; `create` alone is needed, the rest has defaults. */
export interface GameScript<B extends Board = Board> extends Partial<GameModule<B>> {
  create(root: HTMLElement, context: BoardContext): GameBoard<B> | Promise<GameBoard<B>>;
}

export type ValueNames = Record<string, (value: string) => string>;

export interface GameModule<B extends Board = Board> {
  /** Paths on this site, or whole addresses, of the style sheets that the board and the pictures need. */
  stylesheets: string[];
  /** Draw the board in *root*. */
  create(root: HTMLElement, context: BoardContext): GameBoard<B> | Promise<GameBoard<B>>;
  /** Return a small picture of the game; *alt* is its label, without one it only decorates. */
  picture(alt?: string): SVGElement;
  /** The sections of the rules page in order. */
  rules: RulesSection[];
  /** Return how a list shows *move*. */
  moveLabel(move: string): string;
  /** Return the key and the values of the sentence about a player that makes *move*; *isForced*: by the rules. */
  moveSentence(move: string, isForced?: boolean): { key: string; values: TextValues };
  /** Return how a hint names *move*, which may need more words than a list. */
  hintLabel(view: View<B>, move: string): string;
  /** Return how *move* is told from all other options; without it, as a list shows it. */
  optionLabel?(move: string): string;
  /** Whether published games write the moves as this site does, so that they are offered as text. */
  hasNotation?: boolean;
  /** What people call values in the reasons of an agent, by the name of the value. */
  valueNames?: ValueNames;
  /** Return what watchers call *seat*. */
  seatLabel(seat: number): string;
  /** Return what the status bar says about the analysis *found*. */
  analysisStatus?(found: Analysis): StatusWords & { spoken?: string };
  /** Return the banners for *event*, seen on the *view* after it. */
  banners(event: TableEvent, view: View<B>): Banner[];
  /** Return the sound of a move. */
  sound(event: MovedEvent): SoundName;
}

export interface RulesSection {
  name: string;
  picture?(alt: string): SVGElement;
}

/** What a board may ask of the page around it. */
export interface BoardContext {
  play(move: string): void;
  /** Let screen readers read *text*. */
  announce(text: string): void;
  /** Show the invitation to an open seat. */
  invite(seat: number): void;
  reducedMotion(): boolean;
  /** Return whether what *event* chose is to be chosen twice before it is played. */
  asksFirst(event: UIEvent): boolean;
}

export interface GameBoard<B extends Board = Board> {
  /** Draw *view*, and let the moves among *events* travel if they are to *animate*. */
  update(view: View<B>, events: TableEvent[], how: { animate: boolean }): void;
  /** Mark the recommended *move*; null takes the mark away. */
  hint(move: string | null): void;
  /** Show what an analysis *found*; null takes it away. */
  analysis?(found: Analysis | null): void;
  resize(): void;
  destroy(): void;
  /** Where the board has room for banners; without it they stand over its upper edge. */
  bannerPlace?: HTMLElement;
}

// Shared by the parts of a page

export type TextValues = Record<string, string | number>;
export type SoundName =
  | "piece"
  | "capture"
  | "pass"
  | "points"
  | "turn"
  | "call" /** somebody else waits for the person */
  | "win"
  | "lose"
  | "galo";

/** The person's own settings. */
export interface Settings {
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  theme: "system" | "light" | "dark";
  /** How fast agents move at new tables. */
  pace: "slow" | "usual" | "fast";
  /** Whether a move is to be chosen twice. */
  confirm: boolean;
  /** Whether a turn at a table in the background shows a notification. */
  notify: boolean;
  /** Whether the emotes of others are hidden. */
  emotes_muted: boolean;
}
export type SettingName = keyof Settings;
export type ConnectionStatus = "connecting" | "open" | "reconnecting" | "replaced" | "refused";

export interface Banner {
  /** A banner takes the place of one with the same key. */
  key: string;
  kind: string;
  title: string;
  detail?: string;
  side?: number | null;
}

export interface StatusWords {
  title?: string;
  text?: string;
  body?: Node;
}

/** What the buttons of a table do. */
export interface Actions {
  next(): void;
  rematch(): void;
  undo(): void;
  redo(): void;
  /** Let the agents make one move. */
  step(): void;
  /** Set the seconds between two moves of agents; 0 stops them. */
  pace(seconds: number): void;
  hint(): void;
  dismissHint(): void;
  analyse(): void;
  leave(): void;
  /** Play again, in place of the agent. */
  comeBack(): void;
  propose(what: Proposal): void;
  accept(): void;
  /** Decline an offer, or take one's own back. */
  decline(): void;
  emote(name: EmoteName): void;
  /** Show all hands, or hide them. */
  openHands(isOn: boolean): void;
  sit(seat: number): void;
  /** Answer how the person plays. */
  experience(answer: ExperienceAnswer): void;
  /** Look at the game after *place* of its moves. */
  look(place: number): void;
  /** Look at an earlier or a later moment. */
  lookBy(moves: number): void;
  lookAtPresent(): void;
  retry(): void;
  /** Take the seat back from another tab. */
  takeBack(): void;
  rules(): void;
  panel(): void;
  replay(): void;
  /** Show the review of the game, which is over. */
  review(): void;
  home(): void;
  /** Go to the next table of the same people. */
  follow(table: string): void;
}

/** What pages may ask of the site. */
export interface Site {
  go(path: string): void;
  chooseLanguage(language: string): Promise<void>;
}

/** How a page is left. */
export type Leave = () => void;

export interface Point {
  x: number;
  y: number;
}

/** The middle of a tile and its turn, in degrees clockwise. */
export interface TilePlace extends Point {
  turn: number;
}

// Elements

export type Child = Node | string | number | null | undefined | false | Child[];

type Handlers<E> = {
  [K in keyof HTMLElementEventMap as `on${K}`]?: (
    event: HTMLElementEventMap[K] & { currentTarget: E },
  ) => unknown;
};

export interface Attributes<E> extends Handlers<E> {
  [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
}
