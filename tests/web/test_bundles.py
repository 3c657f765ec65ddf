"""Many modules in one file: what each becomes, and what is refused."""

import re

import pytest

from galo.web import bundles
from galo.web.assets import Assets
from galo.web.bundles import SCRIPTS, BundleError, Bundles, read_module
from support.modules import MODULES, TWO_BUNDLES

DECLARED = r"^export (?:async )?(?:function|class|const) (\w+)"


def test_module_is_in_one_bundle_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "SCRIPTS", TWO_BUNDLES)
    made = Bundles(MODULES)
    assert made.bundle_of("lib/numbers.js") == "site"
    far = made.file("bundle/far.js") or ""
    assert far.startswith('import { $lib_numbers } from "./site.js";')
    assert "const $lib_numbers" not in far


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("export let count = 0;\n", "export let count = 0;"),
        ("export default 3;\n", "export default 3;"),
        ("const text = await load();\n", "await load()"),
        ('import one from "./lib/numbers.js";\n', "import one"),
        ('import { gone } from "./lib/gone.js";\n', "no module lib/gone.js"),
        ('import { Own } from "./main.js";\n', "import each other: main.js main.js"),
    ],
)
def test_what_a_bundle_would_change_is_refused(
    monkeypatch: pytest.MonkeyPatch, source: str, complaint: str
) -> None:
    monkeypatch.setattr(bundles, "SCRIPTS", {"site": ("main.js",)})
    with pytest.raises(BundleError, match=re.escape(complaint)):
        Bundles({**MODULES, "main.js": source}).file("bundle/site.js")


def test_comments_stay_out_and_code_beside_them_stays() -> None:
    source = '/**\n * A * B /\n */\nconst a = /** @type {A} */ (b);\n  // no\nconst c = "// yes";\n'
    assert (
        read_module("a.js", source).code == 'const a = /** @type {A} */ (b);\nconst c = "// yes";\n'
    )


def test_every_module_of_the_site_is_in_a_bundle_and_keeps_its_exports() -> None:
    assets = Assets()
    for name in SCRIPTS:
        assert assets.static(f"bundle/{name}.js") is not None
    for path, body in assets.files.items():
        if path.endswith(".js") and path != "service_worker.js":
            assert assets.bundles.bundle_of(path), f"{path}: name its page in bundles.SCRIPTS"
            declared = re.findall(DECLARED, body.decode(), re.MULTILINE)
            assert set(declared) <= set(assets.bundles.exports(path))
