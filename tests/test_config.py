"""Where settings come from, which one wins, and what a mistake looks like."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jaxopt_lint.finding import Confidence, Finding, Location
from jaxopt_lint.settings.config import DEFAULT_EXCLUDE, Config, ConfigError
from jaxopt_lint.settings.configfile import load_config
from jaxopt_lint.settings.configkeys import TOP, VERIFY, as_table, schema


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def finding(path: str = "a.py", confidence: Confidence = Confidence.HIGH) -> Finding:
    place = Location(1, 1)
    return Finding(
        "JOL201", "python-loop-over-batch", "m", path, place, place, confidence=confidence
    )


def test_defaults_without_any_file(tmp_path: Path) -> None:
    config = load_config(tmp_path)
    assert config.select == ("ALL",)
    assert config.file is None
    assert config.provenance == {}
    assert config.source_roots() == (tmp_path / "src", tmp_path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[tool.jaxopt-lint]\nignore = ["JOL2"]\n'),
        ("jaxopt-lint.toml", 'ignore = ["JOL2"]\n'),
        (".jaxopt-lint.toml", 'ignore = ["JOL2"]\n'),
    ],
)
def test_each_kind_of_file_is_read(tmp_path: Path, name: str, text: str) -> None:
    file = write(tmp_path / name, text)
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    config = load_config(deep)
    assert config.ignore == ("JOL2",)
    assert config.file == file
    assert config.root == tmp_path


def test_closest_file_that_has_our_table_wins(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "[tool.jaxopt-lint]\npreview = true\n")
    write(tmp_path / "pkg" / "pyproject.toml", "[tool.other]\nx = 1\n")
    assert load_config(tmp_path / "pkg").preview
    write(tmp_path / "pkg" / "pyproject.toml", "[tool.jaxopt-lint]\n")
    assert not load_config(tmp_path / "pkg").preview


def test_own_file_beats_pyproject_beside_it(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", '[tool.jaxopt-lint]\nignore = ["JOL1"]\n')
    write(tmp_path / "jaxopt-lint.toml", 'ignore = ["JOL2"]\n')
    assert load_config(tmp_path).ignore == ("JOL2",)


def test_broken_foreign_pyproject_is_not_our_business(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "[tool.other\n")
    assert load_config(tmp_path).file is None


def test_extend_comes_first_and_lists_that_add_add_up(tmp_path: Path) -> None:
    write(
        tmp_path / "shared" / "base.toml",
        'ignore = ["JOL1"]\nextend-select = ["JOL3"]\nextend-exclude = ["gen"]\n'
        "preview = true\n[verify]\ntimeout = 5\ndevices = 2\n",
    )
    write(
        tmp_path / "jaxopt-lint.toml",
        'extend = "shared/base.toml"\nignore = ["JOL2"]\nextend-select = ["JOL4"]\n'
        "[verify]\ntimeout = 7\n",
    )
    config = load_config(tmp_path)
    assert config.ignore == ("JOL2",)
    assert config.extend_select == ("JOL3", "JOL4")
    assert config.preview
    assert config.verify.timeout == 7
    assert config.verify.devices == 2
    assert config.provenance["preview"].endswith("base.toml")
    assert config.provenance["ignore"].endswith("jaxopt-lint.toml")
    # Globs are relative to the file that states them.
    assert config.extend_exclude[0].matches(tmp_path / "shared" / "gen", is_dir=True)


def test_extend_in_a_circle_is_a_mistake(tmp_path: Path) -> None:
    write(tmp_path / "jaxopt-lint.toml", 'extend = "b.toml"\n')
    write(tmp_path / "b.toml", 'extend = "jaxopt-lint.toml"\n')
    with pytest.raises(ConfigError, match="circle"):
        load_config(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("selct = ['ALL']", r"jaxopt-lint\.toml: unknown key `selct`; did you mean `select`\?"),
        ("target_jax = '1'", r"unknown key `target_jax`; did you mean `target-jax`\?"),
        ("preview = 'yes'", r"`preview` must be true or false"),
        ("select = 'ALL'", r"`select` must be a list of strings"),
        ("target-jax = 0.4", r"`target-jax` must be a version in quotes"),
        ("target-jax = 'new'", r"`target-jax` must be a version"),
        ("min-confidence = 'sure'", r"`min-confidence` must be one of high, medium, low"),
        ("jobs = -1", r"`jobs` must be a whole number of at least 0"),
        ("verify = 3", r"`verify` must be a table"),
        ("[verify]\ntimeot = 3", r"verify: unknown key `timeot`; did you mean `timeout`\?"),
        ("[verify]\ntimeout = 0", r"`timeout` must be a number above zero"),
        ("[[verify.target]]\nargs = []", r"`target` must be .*function"),
        ("extend = 'nope.toml'", r"`extend` names nope.toml, which does not exist"),
        ("x = [", r"jaxopt-lint\.toml: not valid TOML"),
        ("per-file-ignores = ['x']", r"`per-file-ignores` must be a table"),
    ],
)
def test_a_mistake_names_file_key_and_what_was_meant(
    tmp_path: Path, text: str, message: str
) -> None:
    write(tmp_path / "jaxopt-lint.toml", text)
    with pytest.raises(ConfigError, match=message) as caught:
        load_config(tmp_path)
    assert "\n" not in str(caught.value)


def test_command_line_beats_key_value_beats_file(tmp_path: Path) -> None:
    write(tmp_path / "jaxopt-lint.toml", 'min-jax = "0.1"\ntarget-jax = "0.2"\npreview = true\n')
    config = load_config(
        tmp_path,
        config_option=["min-jax = '0.3'", "target-jax='0.4'", "verify.timeout = 9"],
        overrides={"target-jax": "0.5"},
    )
    assert (config.min_jax, config.target_jax, config.preview) == ("0.3", "0.5", True)
    assert config.verify.timeout == 9
    assert config.provenance["target-jax"] == "command line"
    assert config.provenance["min-jax"] == "--config"


def test_config_option_names_a_file(tmp_path: Path) -> None:
    write(tmp_path / "jaxopt-lint.toml", "preview = true\n")
    other = write(tmp_path / "x" / "other.toml", 'ignore = ["JOL1"]\n')
    config = load_config(tmp_path, config_option=[str(other)])
    assert (config.ignore, config.preview) == (("JOL1",), False)
    with pytest.raises(ConfigError, match="no such file"):
        load_config(tmp_path, config_option=["absent.toml"])
    with pytest.raises(ConfigError, match="not KEY=VALUE"):
        load_config(tmp_path, config_option=["a b = c"])


def test_isolated_reads_no_file(tmp_path: Path) -> None:
    write(
        tmp_path / "pyproject.toml",
        '[project]\ndependencies = ["jax>=0.4"]\n[tool.jaxopt-lint]\npreview = true\n',
    )
    config = load_config(tmp_path, isolated=True, config_option=["ignore = ['JOL1']"])
    assert (config.preview, config.min_jax, config.ignore) == (False, None, ("JOL1",))


@pytest.mark.parametrize(
    ("dependency", "least", "target"),
    [
        ("jax>=0.4.30", "0.4.30", None),
        ("jax[cuda12]>=0.4.30,<0.6", "0.4.30", "0.5.3"),
        ("jax==0.4.20", "0.4.20", "0.4.20"),
        ("jax==0.4.*", "0.4.1", "0.4.38"),
        ("jax~=0.5.1; python_version > '3.9'", "0.5.1", "0.5.3"),
        ("jax", None, None),
        ("jaxlib>=0.4", None, None),
        ("jaxtyping>=0.2", None, None),
        ("jax<1", None, None),
        ("jax>=", None, None),
    ],
)
def test_versions_come_from_dependencies(
    tmp_path: Path, dependency: str, least: str | None, target: str | None
) -> None:
    write(tmp_path / "pyproject.toml", f"[project]\ndependencies = [{json.dumps(dependency)}]\n")
    config = load_config(tmp_path)
    assert (config.min_jax, config.target_jax) == (least, target)
    if least:
        assert config.provenance["min-jax"] == "pyproject.toml: project.dependencies"


def test_stated_version_beats_dependencies(tmp_path: Path) -> None:
    write(
        tmp_path / "pyproject.toml",
        '[project]\ndependencies = ["jax>=0.4"]\n[tool.jaxopt-lint]\nmin-jax = "0.5"\n',
    )
    assert load_config(tmp_path).min_jax == "0.5"


def test_poetry_dependency(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", '[tool.poetry.dependencies]\njax = "^0.4.7"\n')
    assert load_config(tmp_path).min_jax == "0.4.7"


def test_per_file_ignores_hide(tmp_path: Path) -> None:
    write(
        tmp_path / "jaxopt-lint.toml",
        'per-file-ignores = { "tests/**" = ["JOL2"], "!src/**" = ["python-loop-over-batch"] }\n',
    )
    config = load_config(tmp_path)
    assert config.hides(finding("tests/a.py"))
    assert config.hides(finding("tools/a.py"))
    assert not config.hides(finding("src/a.py"))


def test_min_confidence_hides(tmp_path: Path) -> None:
    config = Config(root=tmp_path, min_confidence=Confidence.MEDIUM)
    assert config.hides(finding(confidence=Confidence.LOW))
    assert not config.hides(finding(confidence=Confidence.MEDIUM))


@pytest.mark.parametrize(
    ("fixable", "unfixable", "expected"),
    [
        (("ALL",), (), True),
        (("ALL",), ("JOL2",), False),
        (("JOL201",), ("JOL2",), True),
        (("python-loop-over-batch",), ("ALL",), True),
        (("JOL3",), (), False),
        ((), (), False),
        (("ALL",), ("JOL201",), False),
    ],
)
def test_fixable(fixable: tuple[str, ...], unfixable: tuple[str, ...], expected: bool) -> None:
    config = Config(fixable=fixable, unfixable=unfixable)
    assert config.may_fix("JOL201", "python-loop-over-batch") is expected


def test_exclude_replaces_the_usual_ones(tmp_path: Path) -> None:
    assert load_config(tmp_path).default_exclude == DEFAULT_EXCLUDE
    assert load_config(tmp_path, overrides={"exclude": ["x"]}).default_exclude == ()


def test_verify_targets(tmp_path: Path) -> None:
    write(
        tmp_path / "jaxopt-lint.toml",
        '[[verify.target]]\nfunction = "m:f"\nargs = ["f32[B]", "key"]\ndims = { B = 5 }\n',
    )
    (target,) = load_config(tmp_path).verify.target
    assert (target.function, target.args, target.dims) == ("m:f", ("f32[B]", "key"), {"B": 5})


def test_every_setting_has_a_field_and_the_schema_names_it() -> None:
    config = Config()
    assert set(schema()["properties"]) == {*TOP, "extend", "verify"}
    assert all(hasattr(config, key.field) for key in TOP.values())
    assert all(hasattr(config.verify, key.field) for key in VERIFY.values())
    json.dumps(as_table(config), default=str)
