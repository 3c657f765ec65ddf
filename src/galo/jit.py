"""The one place that imports Numba: `@kernel`, and a few instructions on bits.

A kernel is compiled on first use and kept on disk. Numba's own cache looks only at
the file of the function, so an edit in a module it imports would go unseen. Here the
cache directory is named by all the sources that can change the answer:

    <cache>/galo/kernels/<module>-<digest of its import closure and Numba's version>/
                                  inlined/         as other kernels call them
                         ready-<digest of all>/    what is compiled already, by arena/warmup.py

The cache never lies beside the sources, so a read-only install works; where nothing
can be written at all, or by others too in the system's temporary folder, kernels are
compiled anew in each process.
"""

import contextlib
import hashlib
import os
import re
import stat
import tempfile
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import ir
from llvmlite.binding import get_host_cpu_name
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.cgutils import false_bit, get_or_insert_function
from numba.extending import intrinsic, overload

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent
# What a file imports from this package; a parser would take longer than all the rest of a start.
GALO_IMPORT = re.compile(
    rf"^\s*(?:from|import)\s+({PACKAGE.name}[\w.]*)(?:\s+import\s+(\([^)]*\)|.*))?", re.MULTILINE
)
NAME = re.compile(r"\w+")
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
ALL_BITS = (1 << 64) - 1
SMALL, LARGE, REAL = ir.IntType(32), ir.IntType(64), ir.DoubleType()
INLINED: dict[str, Any] = {
    "forceinline": True
}  # states travel in registers in functions that become one
NO_DOOR: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
NO_REFCOUNT: dict[str, Any] = {"_nrt": False}  # without Numba's reference counts of arrays


def kernel(function: Function) -> Function:
    """Compile *function* on its first call, or leave it alone under NUMBA_DISABLE_JIT=1."""
    return _compiled(function)


def float_kernel(function: Function) -> Function:
    """Compile *function* like a kernel; a number divided by zero is infinite, or not a number."""
    # An exception cannot leave a loop that runs on all cores, nor a GPU.
    return _compiled(function, error_model="numpy")


def long_kernel(function: Function) -> Function:
    """Compile *function* like a kernel; while Python waits for it, other threads go on."""
    return _compiled(function, nogil=True)


def no_refcount_kernel(function: Function) -> Function:
    """Compile *function* like a kernel, without reference counts: it must make no arrays."""
    # Counting costs a search more than its table: it is done twice for every call with an array.
    return _compiled(function, **NO_REFCOUNT)


def no_gil_kernel(function: Function) -> Function:
    """Compile *function* without reference counts and without the GIL: other threads go on."""
    return _cached(numba.njit(function, nogil=True, **NO_REFCOUNT), function)


def parallel_kernel(function: Function) -> Function:
    """Compile *function*, whose `prange` loops run on all cores."""
    return _cached(numba.njit(function, parallel=True), function)


@dataclass(frozen=True)
class ClosureKernels:
    """Decorators for kernels that close over others, so that one text serves for several.

    *sources* are the files that tell the closures apart: they have to import, directly or not,
    the file in which the text stands.
    """

    sources: tuple[str, ...]

    def kernel(self, function: Function) -> Function:
        """Compile *function* like a kernel."""
        return _compiled(function, self.sources)

    def no_gil_kernel(self, function: Function) -> Function:
        """Compile *function* like a kernel without the GIL."""
        dispatcher = numba.njit(function, nogil=True, **NO_REFCOUNT)
        return _cached(dispatcher, function, "", self.sources)


def direct(function: Function, *arguments: object) -> Function:
    """Return the compiled form of the kernel *function* for arguments of the types of these.

    It takes half the time of a call from Python, as it does not ask for the types again.
    """
    compile_for: Any = getattr(function, "compile", None)
    return compile_for(tuple(map(numba.typeof, arguments))) if compile_for else function


def thread_count() -> int:
    """Return how many threads are to compute at the same time."""
    return int(numba.get_num_threads())


def _compiled(function: Function, sources: tuple[str, ...] = (), **options: Any) -> Function:
    """Return *function* as Python calls it; other kernels find a second form behind it.

    Nearly every kernel is called by kernels alone. They inline a form without a door for Python,
    of which there is one for all numbers: a constant becomes known to the caller by inlining, and
    a version for each constant would be compiled for nothing.
    """
    config: Any = numba.config
    if config.DISABLE_JIT:
        return function
    njit: Any = numba.njit  # takes more options than its types tell
    unliteral: Any = numba.types.unliteral
    for_python = njit(function, no_cfunc_wrapper=True, **INLINED, **options)
    for_python = _cached(for_python, function, "", sources)

    @cache  # made when a kernel that calls it is compiled: a warm start has no need of it
    def for_kernels() -> Any:
        inlined = njit(function, **NO_DOOR, **INLINED, **options)
        return _cached(inlined, function, "inlined", sources)

    def get_call_template(types: Any, keywords: Any) -> Any:
        wide = {name: unliteral(kind) for name, kind in keywords.items()}
        return for_kernels().get_call_template(tuple(map(unliteral, types)), wide)

    vars(for_python).update(
        get_call_template=get_call_template,
        get_overload=lambda signature: for_kernels().get_overload(signature),
    )
    return for_python


prange = numba.prange  # like range, its turns in any order and at the same time


def _cached(
    dispatcher: Any, function: Function, part: str = "", sources: tuple[str, ...] = ()
) -> Function:
    """Return *dispatcher* with a cache that sees every edit, in *part* of the directory.

    The directory is that of the function's own file, or of the *sources* of a closure.
    """
    config: Any = numba.config
    directory = cache_directory(*(sources or (function.__code__.co_filename,)))
    if directory is not None and not config.DISABLE_JIT:
        dispatcher._cache = KernelCache(function, directory / part)
    return dispatcher  # type: ignore[no-any-return]


class KernelCache(FunctionCache):
    """Numba's cache of one function, in a directory of ours."""

    def __init__(self, function: Callable[..., Any], directory: Path) -> None:
        locator = KernelLocator(directory, function.__code__.co_firstlineno)
        own = {"_locator_classes": [locator]}
        self._impl_class: Any = type("KernelFiles", (CompileResultCacheImpl,), own)
        super().__init__(function)  # type: ignore[no-untyped-call]

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        """Return what tells the kernels in one file apart.

        What a closure holds is not part of it, as it is for Numba, which would find no closure
        over another kernel again: the directory tells that.
        """
        code = hashlib.sha256(self._py_func.__code__.co_code).hexdigest()
        return signature, codegen.magic_tuple(), code

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the kernel for *signature* from the disk, or None."""
        _load_array_functions()
        return super().load_overload(signature, context)  # type: ignore[no-untyped-call]


@cache
def _load_array_functions() -> None:
    """Load Numba's functions on arrays, without SciPy.

    Numba would import SciPy, half of a process's start, only to ask whether it has a BLAS; it
    asks again where one is used.
    """
    from numba.np import linalg

    ask = linalg.ensure_blas

    def find_no_blas() -> None:
        raise ImportError("not asked for yet")

    linalg.ensure_blas = find_no_blas
    try:
        import numba.np.arraymath  # noqa: F401 (loaded for what it registers)
    finally:
        linalg.ensure_blas = ask


@dataclass(frozen=True)
class KernelLocator:
    """Tells Numba where a kernel lies.

    What Numba would stamp it with is in the directory's name, so a copy of these sources, in
    another place or of another time, finds the same kernels.
    """

    directory: Path
    first_line: int

    def from_function(self, *_: object) -> "KernelLocator":
        """Return what locates the function: this."""
        return self

    def ensure_cache_path(self) -> None:
        """Make the directory."""
        self.directory.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the directory."""
        return str(self.directory)

    def get_source_stamp(self) -> str:
        """Return nothing: other sources have another directory."""
        return ""

    def get_disambiguator(self) -> str:
        """Return what tells functions of the same name in one file apart."""
        return str(self.first_line)


@cache
def marks_directory() -> Path | None:
    """Return where it is noted what is compiled from these sources, for this processor."""
    root = kernels_directory()
    digest = hashlib.sha256(f"{numba.__version__} {get_host_cpu_name()}".encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return root and root / f"ready-{digest.hexdigest()[:16]}"


@cache
def cache_directory(*sources: str) -> Path | None:
    """Return where kernels of the files *sources* are kept, or None if nowhere is writable."""
    root = kernels_directory()
    if root is None:
        return None
    digest = hashlib.sha256(numba.__version__.encode())
    digest.update("\0".join(Path(source).name for source in sources).encode())
    for path in import_closure(*map(Path, sources)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return root / f"{Path(sources[0]).stem}-{digest.hexdigest()[:16]}"


def import_closure(*sources: Path) -> list[Path]:
    """Return *sources* and every module of this package they import, directly or not."""
    found: set[Path] = set()
    waiting = [*sources]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(_imports(path))
    return sorted(found)


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[Path]:
    for module, names in GALO_IMPORT.findall(path.read_text(encoding="utf-8")):
        # `from galo.games import tiles` may name a module or something inside one.
        for name in (module, *(f"{module}.{inside}" for inside in NAME.findall(names))):
            file = PACKAGE.joinpath(*name.split(".")[1:])
            candidates = (file.with_suffix(".py"), file / "__init__.py")
            yield from (candidate for candidate in candidates if candidate.is_file())


@cache
def kernels_directory() -> Path | None:
    """Return where all kernels are kept, or None if nowhere is writable."""
    places = [
        os.environ.get("NUMBA_CACHE_DIR"),
        os.environ.get("XDG_CACHE_HOME"),
        os.path.expanduser("~/.cache"),
    ]
    roots = (_writable(Path(place)) for place in places if place)
    return next(filter(None, roots), None) or _in_temporary_folder()


def _writable(place: Path) -> Path | None:
    """Return where kernels are kept in *place*, or None if nothing can be written there."""
    root = place / "galo" / "kernels"
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError:
        return None
    return root


def _in_temporary_folder() -> Path | None:
    """Return where kernels are kept in the system's temporary folder, or None if nowhere.

    Everybody may write there, and kernels are loaded as pickles: a directory is used only if it
    is this user's own and nobody else can write to it.
    """
    user = str(os.getuid()) if hasattr(os, "getuid") else "user"
    own = Path(tempfile.gettempdir()) / f"galo-{user}"
    with contextlib.suppress(OSError):
        own.mkdir(mode=0o700, exist_ok=True)
        found = own.lstat()  # of a link itself, not of what it leads to
        is_own = stat.S_ISDIR(found.st_mode)
        if hasattr(os, "getuid"):  # elsewhere every user has a temporary folder of their own
            is_own &= found.st_uid == os.getuid() and not found.st_mode & WRITABLE_BY_OTHERS
        if is_own:
            return _writable(own)
        warnings.warn(
            f"kernels are compiled anew in each process: {own} is not this user's alone",
            RuntimeWarning,
            stacklevel=2,
        )
    return None


def plain(function: Function) -> Function:
    """Return the Python behind a kernel, for tables made on import: no compiler wakes for them."""
    return getattr(function, "py_func", function)


def popcount(bits: int) -> int:
    """Return how many of 64 *bits* are set; a negative number has bit 63 set."""
    return (int(bits) & ALL_BITS).bit_count()


def lowest_bit(bits: int) -> int:
    """Return the index of the lowest set bit of *bits*, which are not all zero."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def nibble(word: int, index: int) -> int:
    """Return bits 4 * *index* to 4 * *index* + 3 of a *word* of 32 bits."""
    return int(word) >> 4 * int(index) & 15


def popcount32(bits: int) -> int:
    """Return how many of 32 *bits* are set: half the work of `popcount` on a GPU."""
    return popcount(bits)


def lowest_bit32(bits: int) -> int:
    """Return the index of the lowest set bit of 32 *bits*, which are not all zero."""
    return lowest_bit(bits)


def product(one: float, other: float) -> float:
    """Return *one* times *other*, rounded by itself: no GPU makes one step of it and a sum."""
    return one * other


def _unary(plain: Callable[[int], int], emit: Callable[[Any, Any], Any]) -> None:
    """Let kernels call *plain* as what *emit* writes for LLVM."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return emit(builder, values[0])

    def describe(typingctx: Any, bits: Any) -> Any:
        return numba.int64(numba.int64), generate

    instruction: Any = intrinsic(describe)

    @overload(plain, strict=False)
    def typed(bits: int) -> Callable[[int], Any]:
        def compiled(bits: int) -> Any:
            return instruction(bits)

        return compiled


def _binary(
    plain: Callable[..., Any], emit: Callable[[Any, Any, Any], Any], kind: Any = numba.int64
) -> None:
    """Let kernels call *plain*, of two numbers of one *kind*, as what *emit* writes for LLVM."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return emit(builder, values[0], values[1])

    def describe(typingctx: Any, word: Any, index: Any) -> Any:
        return kind(kind, kind), generate

    instruction: Any = intrinsic(describe)

    @overload(plain, strict=False)
    def typed(word: Any, index: Any) -> Callable[[Any, Any], Any]:
        def compiled(word: Any, index: Any) -> Any:
            return instruction(word, index)

        return compiled


def _emit_product(builder: Any, one: Any, other: Any) -> Any:
    if "nvptx" not in builder.module.triple:
        return builder.fmul(one, other)
    kind = ir.FunctionType(REAL, (REAL, REAL))
    find: Any = get_or_insert_function
    rounded = find(builder.module, kind, "llvm.nvvm.mul.rn.d")
    return builder.call(rounded, (one, other))


def _narrowly(builder: Any, operation: Callable[..., Any], *values: Any) -> Any:
    """Do *operation* on 32 bits of each of *values*."""
    narrow = [builder.trunc(value, SMALL) for value in values]
    return builder.zext(operation(*narrow), LARGE)


def _emit_nibble(builder: Any, word: Any, index: Any) -> Any:
    def field(word: Any, index: Any) -> Any:
        shift = builder.shl(index, SMALL(2))
        return builder.and_(builder.lshr(word, shift), SMALL(15))

    return _narrowly(builder, field, word, index)


def _emit_lowest(builder: Any, bits: Any) -> Any:
    return builder.cttz(bits, false_bit)


_unary(popcount, lambda builder, bits: builder.ctpop(bits))
_unary(lowest_bit, _emit_lowest)
_unary(popcount32, lambda builder, bits: _narrowly(builder, builder.ctpop, bits))
_unary(
    lowest_bit32,
    lambda builder, bits: _narrowly(builder, lambda word: _emit_lowest(builder, word), bits),
)
_binary(nibble, _emit_nibble)
_binary(product, _emit_product, numba.float64)
