"""The Dockerfile carried out without a container engine: each stage in a root directory of its own.

    sudo python bench/deploy/container.py --base DIR [--bind DIR …]

DIR is a root with Python 3.13, made by debootstrap if it does not exist. Instructions run below
chroot in namespaces of their own; what is copied between stages keeps whole seconds, as layers do.
Then the site runs as its user and as process 1, must answer its health check, take every kernel
from the image, and end by SIGTERM with status 0. Prints seconds and sizes.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent
PACKAGES = "python3.13,python3.13-venv,ca-certificates"
MIRROR = "http://deb.debian.org/debian"
PORT = 18017
PATIENCE = 600.0  # seconds until the agents must be ready
PASSED_ON = re.compile(r"PIP_|(https?|no)_proxy$", re.I)  # what a build needs of this machine


@dataclass
class Stage:
    """A root directory, and what the instructions so far have set."""

    root: Path
    environment: dict[str, str] = field(
        default_factory=lambda: {"PATH": "/usr/local/bin:/usr/bin:/bin"}
    )
    folder: str = "/"
    user: str = "0"
    entry: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def words(self, words: list[str], binds: list[Path]) -> list[str]:
        """Return the command that runs *words* in the root, as process 1 of its own."""
        root = shlex.quote(str(self.root))
        mounts = [f"mount -t proc proc {root}/proc", f"mount --rbind /dev {root}/dev"]
        mounts += [f"mount --bind {path} {root}{path}" for path in binds]
        user = ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups"]
        user += ["--inh-caps=-all", "--no-new-privs"]
        inside = ["env", "--chdir", self.folder, *(user if self.user != "0" else []), *words]
        script = " && ".join([*mounts, f"exec chroot {root} {shlex.join(inside)}"])
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script]

    def variables(self) -> dict[str, str]:
        """Return the environment of what runs in the root."""
        passed = {name: text for name, text in os.environ.items() if PASSED_ON.match(name)}
        path = f"{self.environment['PATH']}:/usr/sbin:/sbin"
        return {**passed, "HOME": "/root", **self.environment, "PATH": path}


class Build:
    """The stages of a Dockerfile, built below *folder* from the root *base*."""

    def __init__(self, base: Path, binds: list[Path], folder: Path) -> None:
        self.base, self.binds, self.folder = base, binds, folder
        self.stages: list[tuple[str, Stage]] = []

    @property
    def stage(self) -> Stage:
        """The stage that is being built."""
        return self.stages[-1][1]

    def carry_out(self, instruction: str, rest: str) -> None:
        """Carry out one instruction of the Dockerfile."""
        stage = self.stages[-1][1] if self.stages else None
        if instruction == "FROM":
            self._begin(rest)
        elif stage is None:
            raise SystemExit(f"{instruction} before FROM")
        elif instruction == "RUN":
            words = stage.words(["sh", "-c", rest], self.binds)
            subprocess.run(words, env=stage.variables(), check=True, stdout=subprocess.DEVNULL)
        elif instruction == "COPY":
            self._copy(shlex.split(rest))
        elif instruction == "ENV":
            for word in shlex.split(rest):
                name, _, text = word.partition("=")
                stage.environment[name] = text.replace("$PATH", stage.environment["PATH"])
        elif instruction == "WORKDIR":
            stage.folder = rest
            (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif instruction == "USER":
            stage.user = rest
        elif instruction == "ENTRYPOINT":
            stage.entry = json.loads(rest)
        elif instruction == "CMD":
            stage.command = json.loads(rest)
        elif instruction == "HEALTHCHECK":
            stage.health = json.loads(rest.partition("CMD ")[2])
        elif instruction not in ("VOLUME", "EXPOSE"):
            raise SystemExit(f"no way to carry out {instruction}")

    def _begin(self, rest: str) -> None:
        _, _, name = rest.partition(" AS ")
        root = self.folder / f"stage-{len(self.stages)}"
        subprocess.run(["cp", "-a", self.base, root], check=True)
        for path in self.binds:
            (root / str(path).lstrip("/")).mkdir(parents=True, exist_ok=True)
        for file in ("/etc/resolv.conf", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt"):
            if Path(file).exists():
                shutil.copy(file, root / file.lstrip("/"))
        self.stages.append((name, Stage(root)))

    def _copy(self, words: list[str]) -> None:
        options = dict(word.split("=") for word in words if word.startswith("--"))
        *names, target = [word for word in words if not word.startswith("--")]
        stages = dict(self.stages)
        origin = stages[options["--from"]].root if "--from" in options else SOURCE
        place = self.stage.root / os.path.join(self.stage.folder, target).lstrip("/")
        for name in names:
            source = origin / name.lstrip("/")
            place.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                _copy_layer(source, ".", place)
            else:
                _copy_layer(source.parent, source.name, place)
        if "--chown" in options:
            owner = options["--chown"]
            words = self.stage.words(["chown", "-R", owner, target], [])
            subprocess.run(words, env=self.stage.variables(), check=True)


def _copy_layer(folder: Path, name: str, place: Path) -> None:
    """Copy *name* in *folder* into *place* as a layer would: with times in whole seconds."""
    packed = ["tar", "-C", str(folder), "--format=gnu", "-c", name]
    with subprocess.Popen(packed, stdout=subprocess.PIPE) as packing:
        subprocess.run(["tar", "-C", str(place), "-x"], stdin=packing.stdout, check=True)
    assert packing.returncode == 0


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Yield every instruction of a Dockerfile and what follows it."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        if line.strip():
            instruction, _, rest = line.partition(" ")
            yield instruction, rest.strip()


def make_base(folder: Path) -> None:
    """Make a root with Python 3.13 in *folder*, unless there is one."""
    if not folder.exists():
        words = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "trixie"]
        subprocess.run([*words, str(folder), MIRROR], check=True, stdout=subprocess.DEVNULL)
    python = folder / "usr/local/bin/python"
    if not python.exists() and not python.is_symlink():
        python.symlink_to("/usr/bin/python3.13")


def megabytes(*paths: Path) -> float:
    """Return the size of everything in *paths*."""
    listed = subprocess.run(["du", "-sbc", *paths], check=True, capture_output=True, text=True)
    return int(listed.stdout.splitlines()[-1].split()[0]) / 1e6


def health() -> dict[str, object]:
    """Return what the site says of itself; raise OSError if it does not answer."""
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/health", timeout=5) as answer:
        content: dict[str, object] = json.load(answer)
    return content


def child_of(process: "subprocess.Popen[bytes]") -> int:
    """Return the process that *process* has started: process 1 of its namespace."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return int(children.split()[0])


def run_site(stage: Stage, binds: list[Path]) -> None:
    """Run the site as the image says, ask for its health, and end it."""
    kernels = stage.root / "opt/kernels"
    before = set(kernels.rglob("*.nbc"))
    stage.environment["GALO_PORT"] = str(PORT)
    words = stage.words([*stage.entry, *stage.command], binds)
    begun = time.perf_counter()
    with subprocess.Popen(words, env=stage.variables()) as site:
        try:
            while True:
                try:
                    health()
                    break
                except OSError:
                    assert site.poll() is None, "the site ended by itself"
                    time.sleep(0.05)
            print(f"{time.perf_counter() - begun:8.1f} s  until the site answers")
            while health()["agents"] != "ready" and time.perf_counter() - begun < PATIENCE:
                time.sleep(0.2)
            print(
                f"{time.perf_counter() - begun:8.1f} s  until every level is {health()['agents']}"
            )
            checked = stage.words(stage.health, binds)
            asked = subprocess.run(checked, env=stage.variables())
            print(f"{asked.returncode:8}    status of the health check")
            own = os.stat(f"/proc/{child_of(site)}").st_uid
            print(f"{own:8}    user of the site")
            ending = time.perf_counter()
            os.kill(child_of(site), signal.SIGTERM)
            status = site.wait(60)
        finally:
            site.kill()
    print(f"{time.perf_counter() - ending:8.1f} s  from SIGTERM to the end, status {status}")
    new = set(kernels.rglob("*.nbc")) - before
    print(f"{len(new):8}    of {len(before)} kernels compiled again")
    assert (status, asked.returncode, own, len(new)) == (0, 0, int(stage.user), 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--base", type=Path, required=True, help="a root with Python 3.13")
    parser.add_argument("--bind", type=Path, action="append", default=[], help="seen by the build")
    given = parser.parse_args()
    make_base(given.base)
    with tempfile.TemporaryDirectory() as folder:
        build = Build(given.base, given.bind, Path(folder))
        for instruction, rest in instructions((SOURCE / "Dockerfile").read_text()):
            begun = time.perf_counter()
            build.carry_out(instruction, rest)
            print(f"{time.perf_counter() - begun:8.1f} s  {instruction} {rest[:90]}", flush=True)
        [wheel] = build.stages[0][1].root.glob("wheels/*.whl")
        root = build.stage.root
        print(f"{megabytes(wheel):8.1f} MB the wheel")
        print(f"{megabytes(root / 'opt/galo'):8.1f} MB /opt/galo, all packages")
        print(f"{megabytes(root / 'opt/kernels'):8.1f} MB /opt/kernels")
        print(f"{megabytes(given.base):8.1f} MB the base here")
        run_site(build.stage, given.bind)


if __name__ == "__main__":
    main()
