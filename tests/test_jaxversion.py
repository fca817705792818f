"""Which JAX a project allows, and that each file is held against what its own project says."""

import json
from pathlib import Path
from textwrap import dedent

import pytest

from jaxopt_lint.__main__ import main
from jaxopt_lint.settings.jaxversion import releases, stated

TREE_MAP = "import jax\n\n\ndef double(tree):\n    return jax.tree_map(lambda x: 2 * x, tree)\n"


@pytest.mark.parametrize(
    ("requirement", "floor", "ceiling"),
    [
        ("jax<0.5", None, "0.4.38"),
        ("jax<=0.4.30", None, "0.4.30"),
        ("jax>=0.4.20,<0.5", "0.4.20", "0.4.38"),
        ("jax>0.4.20,!=0.4.21", "0.4.22", None),
        ("jax[tpu]==0.4.30", "0.4.30", "0.4.30"),
        ("jax~=0.4.30", "0.4.30", "0.4.38"),
        ("jax==0.12.0.1", "0.12.0.1", "0.12.0.1"),
        ("jax>=0.4.30,<99", "0.4.30", None),
        ("jax>=99", "99", None),
        ("jax===99.1", "99.1", "99.1"),
        ("jax @ git+https://example.org/jax", None, None),
        ("Jax >= 0.4.30 ; python_version < '3.12'", "0.4.30", None),
    ],
)
def test_bounds_of_a_requirement(
    tmp_path: Path, requirement: str, floor: str | None, ceiling: str | None
) -> None:
    text = f"[project]\ndependencies = {json.dumps(['numpy', requirement])}\n"
    (tmp_path / "pyproject.toml").write_text(text)
    found = stated(tmp_path)
    assert (found.floor, found.ceiling) == (floor, ceiling)
    assert found.origin == ("pyproject.toml: project.dependencies" if floor or ceiling else "")


FILES = [
    (
        "pyproject.toml",
        """
        [project.optional-dependencies]
        cpu = ["jax>=0.4.30,<0.6"]
        tpu = ["jax[tpu]==0.4.35"]
        docs = ["sphinx"]
        """,
        ("0.4.30", "0.5.3", "pyproject.toml: project.optional-dependencies"),
    ),
    (
        "pyproject.toml",
        """
        [dependency-groups]
        dev = ["jax==0.6.2", {include-group = "more"}]
        """,
        ("0.6.2", "0.6.2", "pyproject.toml: dependency-groups.dev"),
    ),
    (
        "pyproject.toml",
        """
        [tool.poetry.dependencies]
        jax = {version = "^0.4.7", extras = ["cpu"]}
        """,
        ("0.4.7", "0.4.38", "pyproject.toml: tool.poetry.dependencies"),
    ),
    (
        "pyproject.toml",
        """
        [tool.poetry.dependencies]
        jax = [{version = "~0.5.1", python = "<3.12"}, {version = ">=0.7", python = ">=3.12"}]
        """,
        ("0.5.1", None, "pyproject.toml: tool.poetry.dependencies"),
    ),
    (
        "pyproject.toml",
        """
        [project]
        dependencies = ["jax<0.6; python_version<'3.10'", "jax>=0.4.30,<0.8"]
        """,
        ("0.4.30", "0.5.3", "pyproject.toml: project.dependencies"),
    ),
    (
        "setup.cfg",
        """
        [options]
        install_requires =
            numpy
            jax >= 0.4.20, < 0.5
        """,
        ("0.4.20", "0.4.38", "setup.cfg: options.install_requires"),
    ),
    (
        "setup.py",
        """
        from setuptools import setup
        NEEDED = ["numpy", "jax>=0.3.15"]
        setup(name="x", install_requires=NEEDED, extras_require={"tpu": ["jax[tpu]==0.4.1"]})
        """,
        ("0.3.15", None, "setup.py: install_requires"),
    ),
    (
        "setup.py",
        """
        import setuptools
        BOUND = "<0.4"
        arrays: list[str] = ["numpy"]
        accelerated = [f"jax{BOUND}", *arrays] + read("more.txt")
        extras = {"tpu": accelerated + arrays, "docs": ["sphinx"]}
        setuptools.setup(install_requires=arrays, extras_require={**extras, "x": UNKNOWN})
        """,
        (None, "0.3.25", "setup.py: extras_require.tpu"),
    ),
    (
        "setup.py",
        """
        def base():
            tools = ["tqdm"]
            return ["jax[cuda12]==0.5.3", *tools]

        def needed():
            return base() + more()

        def more():
            if windows:
                return []
            return ["jax<0.4"]

        setup(install_requires=needed())
        """,
        ("0.5.3", "0.5.3", "setup.py: install_requires"),
    ),
    (
        "setup.py",
        "def needed():\n    return needed() + ['numpy']\nsetup(install_requires=needed())\n",
        (None, None, ""),
    ),
    (
        "setup.py",
        "NEEDED = NEEDED + ['jax' + VERSION]\nsetup(install_requires=NEEDED)\n",
        (None, None, ""),
    ),
    ("gpu_requirements.txt", "jax[cuda]==0.3.12", ("0.3.12", "0.3.12", "gpu_requirements.txt")),
    (
        "requirements.txt",
        """
        # jax==0.1
        --extra-index-url https://example.org/
        jax==0.4.30 \\
            --hash=sha256:00
        jaxlib==0.4.30
        """,
        ("0.4.30", "0.4.30", "requirements.txt"),
    ),
    (
        "environment.yml",
        """
        dependencies:
          - python=3.11
          - conda-forge::jax=0.4.20
          - pip:
            - optax
        """,
        ("0.4.20", "0.4.20", "environment.yml"),
    ),
    (
        "requirements.txt",
        """
        # This file may be used to create an environment using:
        # $ conda create --name <env> --file <this file>
        flax=0.4.0=pypi_0
        jax=0.3.1=pypi_0
        jaxlib=0.3.0+cuda11.cudnn82=pypi_0
        python=3.7.11=h12debd9_0
        """,
        ("0.3.1", "0.3.1", "requirements.txt"),
    ),
    (
        "Pipfile",
        """
        [packages]
        jax = {version = "==0.4.8", extras = ["cpu"]}
        [requires]
        python_version = "3.9"
        """,
        ("0.4.8", "0.4.8", "Pipfile: packages"),
    ),
    (
        "Pipfile",
        '[packages]\njax = "*"\n[requires]\npython_version = "3.9"\n',
        (None, "0.4.30", "Pipfile: packages"),
    ),
    (
        "pixi.toml",
        '[dependencies]\njax = "0.4.*"\n',
        ("0.4.1", "0.4.38", "pixi.toml: dependencies"),
    ),
    (
        "pixi.toml",
        '[dependencies]\npython = "3.9.*"\njax = "*"\n',
        (None, "0.4.30", "pixi.toml: dependencies"),
    ),
    (
        "pyproject.toml",
        """
        [tool.pixi.pypi-dependencies]
        jax = { version = ">=0.4.30,<0.5" }
        """,
        ("0.4.30", "0.4.38", "pyproject.toml: tool.pixi.pypi-dependencies"),
    ),
    ("setup.py", "import os\nsetup(install_requires=read('jax'))\n", (None, None, "")),
    ("setup.py", "def (: jax\n", (None, None, "")),
    ("setup.cfg", "jax without a section\n", (None, None, "")),
    ("pyproject.toml", "[project\njax\n", (None, None, "")),
    (
        "environment.yml",
        "- pip:\n    - jax[tpu]==0.4.14 -f https://example.org/releases.html\n",
        ("0.4.14", "0.4.14", "environment.yml"),
    ),
    (
        "requirements.txt",
        "jax==0.4.20 -f https://example.org/\n",
        ("0.4.20", "0.4.20", "requirements.txt"),
    ),
    (
        "requirements.txt",
        '"jax[tpu]==0.3.25" -f https://x.org/libtpu.html\nflax\n',
        ("0.3.25", "0.3.25", "requirements.txt"),
    ),
    (
        "requirements.txt",
        "--find-links https://x.org/libtpu.html jax[tpu]==0.3.25\n--pre\n",
        ("0.3.25", "0.3.25", "requirements.txt"),
    ),
    (
        "environment.yml",
        "- pip:\n  - 'jax[tpu]==0.3.25' -f https://x.org/libtpu.html\n",
        ("0.3.25", "0.3.25", "environment.yml"),
    ),
    ("environment.yml", "- jaxlib=0.4\n- jaxtyping\n", ("0.4.1", "0.4.38", "environment.yml")),
    ("requirements.txt", "jaxlib>=0.4.1\njaxtyping\n", (None, None, "")),
    ("requirements.txt", "scipy\nnumpyro==0.2.4\n", ("0.1.57", "0.1.57", "requirements.txt")),
    ("requirements.txt", "numpyro==0.6.0\njax\n", ("0.2.10", "0.2.10", "requirements.txt")),
    ("requirements.txt", "numpyro==0.6.0\njax>=0.3\n", ("0.3.0", None, "requirements.txt")),
    ("requirements.txt", "numpyro>=0.6.0\nflax\n", (None, None, "")),
    ("requirements.txt", "jaxlib==0.1.64+cuda112\n", (None, "0.2.12", "requirements.txt")),
    ("requirements.txt", "jax==0.3.17\njaxlib==0.3.20\n", ("0.3.17", "0.3.17", "requirements.txt")),
    (
        "setup.py",
        """
        TF = ["tensorflow"]
        JAX = ["jax<0.4", *unknown()] + TF
        setup(install_requires=["numpy"] + read(), extras_require={"jax": JAX, "all": other})
        """,
        (None, "0.3.25", "setup.py: extras_require.jax"),
    ),
]


@pytest.mark.parametrize(("name", "text", "wanted"), FILES)
def test_every_kind_of_file(
    tmp_path: Path, name: str, text: str, wanted: tuple[str | None, str | None, str]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / name).write_text(dedent(text))
    found = stated(tmp_path)
    assert (found.floor, found.ceiling, found.origin) == wanted


LOCKED = {
    "poetry.lock": '[[package]]\nname = "jax"\nversion = "0.6.0"\ndescription = ""\n',
    "uv.lock": (
        '[[package]]\nname = "jax"\nversion = "0.4.30"\n\n'
        '[[package]]\nname = "jax"\nversion = "0.6.0"\n\n'
        '[[package]]\nname = "jaxlib"\nversion = "0.6.1"\n'
    ),
    "Pipfile.lock": '{"default": {"jax": {"hashes": ["a"], "version": "==0.6.0"}}}',
    "pixi.lock": "- conda: https://x.org/noarch/jax-0.6.0-pyhd8ed1ab_0.conda\n- jaxtyping-0.2\n",
    "requirements.lock": "numpy==1.26.4\n    # via jax\njax[cuda12]==0.6.0\njaxlib==0.6.1\n",
    "conda-lock.yml": "- name: jaxlib\n  version: 0.6.2\n- name: jax\n  version: 0.6.0\n",
}


@pytest.mark.parametrize("name", LOCKED)
def test_a_lock_says_what_nothing_else_does(tmp_path: Path, name: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / name).write_text(LOCKED[name])
    found = stated(tmp_path)
    assert (found.floor, found.ceiling, found.origin) == (None, "0.6.0", name)
    assert not found.dated
    package = '[build-system]\nrequires = []\n[project]\ndependencies = ["jax>=0.4.20"]\n'
    (tmp_path / "pyproject.toml").write_text(package)
    found = stated(tmp_path)
    assert (found.floor, found.ceiling, found.dated) == ("0.4.20", "0.6.0", True)
    (tmp_path / "pyproject.toml").write_text(package.replace("jax>=0.4.20", "jax<0.5"))
    assert stated(tmp_path).ceiling == "0.4.38"  # what is allowed binds more
    (tmp_path / "pyproject.toml").write_text(package.replace("jax>=0.4.20", "jax>=0.7"))
    assert stated(tmp_path).ceiling is None  # the lock was forgotten
    (tmp_path / "pyproject.toml").write_text(package.replace("jax>=0.4.20", "jax<0.8"))
    assert stated(tmp_path).ceiling == "0.7.2"  # others install the package without the lock
    program = '[project]\ndependencies = ["jax>=0.4.20,<0.8", "numpy<2"]\n'
    (tmp_path / "pyproject.toml").write_text(program)
    found = stated(tmp_path)
    assert (found.floor, found.ceiling, found.origin) == ("0.4.20", "0.6.0", name)
    assert not found.dated
    (tmp_path / "pyproject.toml").write_text(program.replace("0.4.20", "0.7"))
    assert stated(tmp_path).ceiling == "0.7.1"  # the lock was forgotten


def test_a_tensorflow_that_is_held_off_holds_jax_off(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    listed = tmp_path / "requirements.txt"
    for bound, ceiling in (("==2.15.0", "0.4.34"), ("<=2.16", "0.4.34"), (">=2.12", None)):
        listed.write_text(f"jax\ntensorflow{bound}\n")
        assert stated(tmp_path).ceiling == ceiling, bound
    # Under a marker another one may be there, and other projects of the name are none.
    listed.write_text("jax\ntensorflow==2.15; sys_platform == 'linux'\ntensorflow-datasets==4.9\n")
    assert stated(tmp_path).ceiling is None


def test_the_python_of_an_environment_bounds_the_list_that_it_installs(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "requirements.txt").write_text("jax>=0.2.26\n")
    environment = "dependencies:\n  - python=3.8\n  - pip:\n    - -r requirements.txt\n"
    (tmp_path / "environment.yml").write_text(environment)
    found = stated(tmp_path)
    assert (found.floor, found.ceiling, found.origin) == ("0.2.26", "0.4.13", "environment.yml")
    # One that does not install the list says nothing of those who do.
    (tmp_path / "environment.yml").write_text("dependencies:\n  - python=3.8\n")
    assert stated(tmp_path).ceiling is None


def test_python_bounds_what_the_day_of_other_pins_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    pins = "dependencies:\n  - python=3.8.5\n  - pip:\n    - optax==0.1.5\n"
    (tmp_path / "environment.yml").write_text(pins)
    (tmp_path / "code.py").write_text(TREE_MAP)
    monkeypatch.chdir(tmp_path)
    found = stated(tmp_path)
    assert (found.ceiling, found.dated, found.most) == ("0.4.8", True, "0.4.13")
    main(["--output-format", "json", "--severity", "info", "--select", "JOL70"])
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding["severity"] == "info"


@pytest.mark.parametrize(
    ("said", "severity"),
    [
        ("jax==0.3.25", "info"),
        ("jax==0.4.30", "warning"),
        ("jax>=0.7", "error"),
        ("`conda create -n it python=3.10`", "info"),
        ("Tested with Python 3.9.", "info"),
        ("Tested with Python 3.11.", "error"),
    ],
)
def test_python_refuses_fields_where_the_jax_goes_with_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    said: str,
    severity: str,
) -> None:
    name = "requirements.txt" if said.startswith("jax") else "README.md"
    (tmp_path / name).write_text(f"{said}\n")
    (tmp_path / "model.py").write_text(
        "import flax.struct\nimport jax.numpy as jnp\n\n\n@flax.struct.dataclass\nclass A:\n"
        "    x: object = jnp.array([1.0])\n"
    )
    monkeypatch.chdir(tmp_path)
    options = ["--no-cache", "--output-format", "json", "--severity", "info"]
    main([*options, "--select", "JOL860"])
    assert [row["severity"] for row in json.loads(capsys.readouterr().out)] == [severity]


def test_what_a_lock_holds_back_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "uv.lock").write_text('[[package]]\nname = "jax"\nversion = "0.5.1"\n')
    (tmp_path / "code.py").write_text(TREE_MAP)
    monkeypatch.chdir(tmp_path)
    assert main(["--output-format", "json", "--select", "JOL70"]) == 0
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding["severity"] == "info"
    assert finding["message"].endswith("is deprecated since JAX 0.4.26 and warns on each call")
    (tmp_path / "setup.py").write_text("from setuptools import setup\nsetup()\n")
    assert main(["--output-format", "json", "--select", "JOL70"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding["severity"] == "warning"
    assert "(uv.lock holds JAX 0.5.1, and others may install a newer one)" in finding["message"]


def test_what_the_release_of_a_lock_cannot_follow_is_for_information(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "setup.py").write_text("from setuptools import setup\nsetup()\n")
    (tmp_path / "code.py").write_text(
        "import jax.numpy as jnp\nfrom jax.experimental import optimizers\n\n\n"
        "def kept(x):\n    return optimizers.sgd(0.1), jnp.clip(x, a_min=0.0)\n"
    )
    monkeypatch.chdir(tmp_path)

    def told(lock: str) -> list[str]:
        (tmp_path / "uv.lock").write_text(f'[[package]]\nname = "jax"\nversion = "{lock}"\n')
        main(["--output-format", "json", "--no-cache", "--select", "JOL702,JOL704"])
        return [found["severity"] for found in json.loads(capsys.readouterr().out)]

    assert told("0.2.8") == ["info", "info"]  # it has neither `example_libraries` nor `min`
    assert told("0.2.28") == ["warning", "info"]


def test_an_upper_bound_goes_by_position_behind_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "requirements.txt").write_text("jax>=0.4.1\n")
    code = (
        "import jax.numpy as jnp\n\n\ndef capped(x, most):\n    return jnp.clip(\n"
        "        x.sum(axis=0),\n        {},  # the highest\n    )\n"
    )
    (tmp_path / "code.py").write_text(code.format("a_max=most"))
    monkeypatch.chdir(tmp_path)
    main(["--select", "JOL704", "--fix"])
    assert (tmp_path / "code.py").read_text() == code.format("None,\n        most")


def test_requirements_follow_includes_and_end_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("-r base.in\n")
    (tmp_path / "base.in").write_text("-r requirements.txt\njax>=0.4.30\n")
    assert stated(tmp_path).floor == "0.4.30"


def test_what_lies_beside_a_project_says_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, mark in (("packaged", "setup.py"), ("told", "README.md"), ("plain", "train.py")):
        (tmp_path / name / "code").mkdir(parents=True)
        (tmp_path / name / mark).touch()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "Dockerfile").write_text("FROM python:3.8\nRUN pip install jax==0.4.1\n")
    for name in ("packaged", "told"):
        assert not stated(tmp_path / name / "code")
    monkeypatch.chdir(tmp_path / "plain")
    assert not stated(tmp_path / "plain" / "code")
    assert stated(tmp_path / "other")


def test_nearest_statement_wins_and_the_repository_is_the_end(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("jax==0.4.1\n")
    repository = tmp_path / "repository"
    (repository / "package" / "deep").mkdir(parents=True)
    (repository / ".git").mkdir()
    assert not stated(repository / "package" / "deep")
    (repository / "setup.cfg").write_text("[options]\ninstall_requires = jax>=0.5\n")
    assert stated(repository / "package" / "deep").floor == "0.5.0"
    (repository / "package" / "requirements.txt").write_text("jax>=0.6\n")
    assert stated(repository / "package" / "deep").floor == "0.6.0"


INSTRUCTIONS = [
    (
        "gpu_requirement.yml",
        "dependencies:\n  - python=3.8\n  - pip:\n    - jax==0.3.25\n",
        ("0.3.25", "0.3.25"),
    ),
    (
        "tpu_setup.sh",
        "cat > $HOME/tpu.txt <<- EndOfFile\njax[tpu]==0.3.25\nflax==0.6.0\nEndOfFile\n",
        ("0.3.25", "0.3.25"),
    ),
    ("README.md", "`pip install -U 'jax[cuda]==0.4.3' -f https://x.org`", ("0.4.3", "0.4.3")),
    ("README.rst", "Run pip install jax == 0.4.13, and then pip install .", ("0.4.13", "0.4.13")),
    ("README.md", "uv pip install \\\n  flax \\\n  'jax<0.5'\n", (None, "0.4.38")),
    ("README.md", "pip install jax==0.4.3\n# or\npip install jax==0.6.2\n", ("0.4.3", "0.6.2")),
    ("README.md", "It was tried with jax==0.4.3.\npip install jax\n", (None, None)),
    (
        "setup.sh",
        "ssh --command \"pip install \\\n'jax[tpu]==0.3.25' -f https://x.org\"\n",
        ("0.3.25",) * 2,
    ),
    (
        "docker/tpu.Dockerfile",
        "RUN pip install -f https://x.org 'jax==0.4.3'\n",
        ("0.4.3", "0.4.3"),
    ),
    ("Makefile", "deps:\n\tpip install 'jax==0.4.3' -f https://x.org\n", ("0.4.3", "0.4.3")),
    ("cog.yaml", 'build:\n  python_packages:\n    - "jax==0.4.13"\n', ("0.4.13", "0.4.13")),
    ("box.def", "%post\n    pip install 'jax[cuda]==0.4.13'\n", ("0.4.13", "0.4.13")),
    (
        "packages.txt",
        "# $ conda create --name <env> --file <this file>\njax=0.4.13=pypi_0\n",
        ("0.4.13", "0.4.13"),
    ),
    ("README.md", "pip install jaxtyping==0.2.30 jax-md==0.2\n", (None, None)),
    ("docker/Dockerfile", "RUN pip install jaxlib==0.4.30+cuda12 jax\n", ("0.4.30", "0.4.30")),
    ("Dockerfile", "FROM x\nRUN pip install jax 'jaxlib<0.6'\n", (None, "0.5.3")),
    ("install.sh", "conda install -y jax=0.4.20 # jax=0.5\n", ("0.4.20", "0.4.20")),
    (
        "scripts/install.sh",
        "pip install jax[tpu]==0.4.27 -f https://x.org\npip install jaxlib==0.4.27 flax\n",
        ("0.4.27", "0.4.27"),
    ),
    ("setup/requirements-gpu.txt", "jax[cuda12_pip]==0.4.13\n", ("0.4.13", "0.4.13")),
    ("requirements/base.txt", "jax==0.4.13\n", ("0.4.13", "0.4.13")),
    ("setup/notes.txt", "jax==0.4.13\n", (None, None)),
    ("my_environment.yaml", "- pip:\n  - jax==0.4.20\n", ("0.4.20", "0.4.20")),
    ("docker/environment_gpu.yml", "- pip:\n  - jax==0.4.20\n", ("0.4.20", "0.4.20")),
    ("deps/environment.yml", "- jax=0.4.14\n", ("0.4.14", "0.4.14")),
]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_list_is_read_as_windows_writes_it(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "requirements.txt").write_bytes("jax==0.4.26\r\noptax\r\n".encode(encoding))
    found = stated(tmp_path)
    assert (found.floor, found.ceiling) == ("0.4.26", "0.4.26")


@pytest.mark.parametrize(("name", "text", "wanted"), INSTRUCTIONS)
def test_instructions_to_install(
    tmp_path: Path, name: str, text: str, wanted: tuple[str | None, str | None]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    deep = tmp_path / "package" / "deep"
    deep.mkdir(parents=True)
    for place in (tmp_path, deep):
        found = stated(place)
        assert (found.floor, found.ceiling) == wanted
        assert found.origin == (name if any(wanted) else "")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("assert jax.__version__ == '0.4.1'\n", ("0.4.1", "0.4.1", False)),
        ("    assert flax.__version__.startswith('0.6.4')  # others fail\n", (None, "0.4.2", True)),
        ("assert numpyro.__version__.startswith('0.2.4')\n", ("0.1.57", "0.1.57", False)),
        ("assert jax.__version__ >= '0.4.1'\n", (None, None, False)),
        ("assert other.__version__ == '0.4.1'  # jax\n", (None, None, False)),
    ],
)
def test_a_module_that_asserts_a_release_is_bound_to_it(
    tmp_path: Path, text: str, wanted: tuple[str | None, str | None, bool]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "run.py").write_text(f"import flax, jax, numpyro\n{text}")
    found = stated(tmp_path)
    assert (found.floor, found.ceiling, found.dated) == wanted
    assert found.origin == ("assert in run.py" if any(wanted) else "")


@pytest.mark.parametrize(
    ("text", "ceiling"),
    [
        ("Tested with JAX 0.3.25 and Flax.", "0.3.25"),
        ("| `jax` | 0.4.13 |\n| flax | 0.6.9 |", "0.4.13"),
        ("- Jax version: v0.4.3\n", "0.4.3"),
        ("It was tried with jax==0.4.3 and jaxlib==0.4.2.", "0.4.3"),
        ("It needs JAX 0.4.13 or later.", None),
        ("It needs jax>=0.4.13.", None),
        ("Needs jax 0.4.13+.", None),
        ("Tested with JAX 0.3.25.\nFirst `pip install jax flax`.", None),
        ("A copy of jax-md 0.2.27 for JAX.", None),
    ],
)
def test_a_readme_says_what_the_code_was_run_with(
    tmp_path: Path, text: str, ceiling: str | None
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "README.md").write_text(text)
    found = stated(tmp_path)
    assert (found.floor, found.ceiling, found.dated) == (None, ceiling, ceiling is not None)
    (tmp_path / "requirements.txt").write_text("jax\nflax\n")
    assert not stated(tmp_path)


def test_project_files_bind_more_than_instructions(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "requirements.txt").write_text("jax>=0.6\nflax==0.6.4\n")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "README.md").write_text("pip install jax==0.4.3\n")
    assert stated(tmp_path / "package").origin == "requirements.txt"


def test_a_requirement_of_a_folder_with_code_is_the_folders_own(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "example").mkdir()
    (tmp_path / "example" / "requirements.txt").write_text("jax==0.4.3\n")
    (tmp_path / "example" / "run.py").write_text("")
    assert not stated(tmp_path)
    assert stated(tmp_path / "example").ceiling == "0.4.3"


@pytest.mark.parametrize(
    ("text", "ceiling"),
    [
        ("flax==0.6.4\noptax==0.1.5\nnumpy==1.22.4\n", "0.4.8"),
        ("flax[all]==0.6.4  # jax\n", "0.4.2"),
        ("dm_haiku==0.0.9\n", "0.3.25"),
        ("flax==0.10.2\noptax\n", None),  # the one is new, so nothing dates the whole
        ("flax>=0.6.4\n", None),
        ("flax==0.10.2\njax\n", None),  # any JAX, then
        ("flax==0.10.99\n", None),
        ("flax==0.6.4\noptax\n", "0.4.10"),  # it imports what JAX 0.4.11 removed
        ("flax==0.6.4\njax\n", "0.4.10"),
        ("numpy==1.22.4\n", None),
    ],
)
def test_pins_of_what_goes_with_jax_date_it(tmp_path: Path, text: str, ceiling: str | None) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "requirements.txt").write_text(text)
    assert stated(tmp_path).ceiling == ceiling and stated(tmp_path).floor is None


@pytest.mark.parametrize(
    ("install", "extras", "ceiling"),
    [
        (["jax>=0.2.18", "flax==0.3.3"], [], "0.4.23"),
        (["jax>=0.2.18"], ["optax==0.0.9"], "0.4.13"),
        (["jax>=0.2.18", "flax==0.10.2"], ["optax>=0.0.9"], None),
        (["jax>=0.6", "flax==0.3.3"], [], None),  # somebody has bound the one and not the other
        (["jax>=0.2.18", 'flax==0.3.3; python_version < "3.8"'], [], None),
    ],
)
def test_old_libraries_hold_jax_to_what_they_import(
    tmp_path: Path, install: list[str], extras: list[str], ceiling: str | None
) -> None:
    (tmp_path / "setup.py").write_text(
        f"from setuptools import setup\nsetup(install_requires={install!r},"
        f" extras_require={{'examples': {extras!r}}})\n"
    )
    assert stated(tmp_path).ceiling == ceiling


def test_releases_are_in_order() -> None:
    numbers = [tuple(map(int, release.split("."))) for release in releases()]
    assert numbers == sorted(set(numbers))
    assert {"0.9.0.1", "0.4.38"} <= set(releases()) and "0.4.32" not in releases()


# -- the range of each linted file ------------------------------------------------------------


@pytest.fixture
def monorepo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    for name, bound in (("old", "==0.4.20"), ("new", ">=0.6"), ("between", ">=0.4.30,<0.5")):
        (tmp_path / name).mkdir()
        text = f'[project]\ndependencies = ["jax{bound}"]\n'
        (tmp_path / name / "pyproject.toml").write_text(text)
        (tmp_path / name / "code.py").write_text(TREE_MAP)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, list[str]]:
    assert main(["--output-format", "json", "--select", "JOL70", *args]) in (0, 1)
    out: dict[str, list[str]] = {}
    for finding in json.loads(capsys.readouterr().out):
        out.setdefault(Path(finding["filename"]).parent.name, []).append(finding["message"])
    return out


def test_each_file_is_held_against_its_own_project(
    monorepo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`jax.tree_map` is deprecated in 0.4.26 and gone in 0.6.0."""
    said = found(capsys)
    assert "was removed in JAX 0.6.0, later than the JAX of this project" in said["old"][0]
    assert "was removed in JAX 0.6.0 and raises" in said["new"][0]
    assert "is deprecated since JAX 0.4.26" in said["between"][0]
    for name in ("old", "new", "between"):
        alone = [text for texts in found(capsys, name).values() for text in texts]
        assert alone == said.get(name, [])


def test_a_target_that_is_set_holds_for_all(
    monorepo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = found(capsys, "--target-jax", "0.7")
    assert {name: "was removed" in texts[0] for name, texts in said.items()} == {
        "old": True, "new": True, "between": True,
    }  # fmt: skip
    assert "later than" in found(capsys, "--target-jax", "0.4.20")["new"][0]


def test_isolated_reads_no_project(monorepo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert all("was removed" in texts[0] for texts in found(capsys, "--isolated").values())


def test_a_changed_bound_is_seen_through_the_cache(
    monorepo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "later than" not in found(capsys)["new"][0]
    (monorepo / "new" / "pyproject.toml").write_text('[project]\ndependencies = ["jax<0.4.1"]\n')
    assert "later than" in found(capsys)["new"][0]


def test_names_that_are_gone_are_found_where_only_the_day_of_other_pins_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "requirements.txt").write_text("optax==0.1.5\n")
    (tmp_path / "code.py").write_text(TREE_MAP)
    monkeypatch.chdir(tmp_path)
    assert main(["--output-format", "json", "--select", "JOL70"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding["severity"] == "warning"
    assert "requirements.txt pins libraries of the day of JAX 0.4.8" in finding["message"]
    assert main(["--fix", "--quiet", "--select", "JOL70"]) == 0
    assert "jax.tree_util.tree_map(" in (tmp_path / "code.py").read_text()
    (tmp_path / "requirements.txt").write_text("optax==0.1.5\njax==0.4.8\n")
    (tmp_path / "code.py").write_text(TREE_MAP)
    assert main(["--quiet", "--select", "JOL70"]) == 0


def test_what_is_gone_is_not_said_to_have_warned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "code.py").write_text("from jax.experimental import PartitionSpec\n")
    monkeypatch.chdir(tmp_path)
    assert main(["--output-format", "text", "--select", "JOL702"]) == 1
    said = capsys.readouterr().out
    assert "was removed in JAX 0.4.11" in said and "Documented as" not in said


@pytest.mark.parametrize(
    ("requirement", "said"),
    [
        ("jax", "no file here bounds JAX"),
        ("jax>=0.5", "requirements.txt sets no upper bound"),
        ("jax==0.7.0", "requirements.txt allows JAX 0.7.0"),
    ],
)
def test_a_finding_says_which_jax_it_means(
    requirement: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "requirements.txt").write_text(requirement)
    (tmp_path / "code.py").write_text(TREE_MAP)
    monkeypatch.chdir(tmp_path)
    assert main(["--output-format", "json", "--select", "JOL701"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding["message"].endswith(f"({said})") and finding["severity"] == "error"


def test_what_is_private_is_for_information(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "requirements.txt").write_text("jax>=0.4.30")
    for code in (
        "from jax._src.prng import PRNGKeyArray\n\nprint(PRNGKeyArray)\n",
        "from jax._src import dispatch\n\nprint(dispatch)\n",
    ):
        (tmp_path / "code.py").write_text(code)
        main(["--output-format", "json", "--select", "JOL705"])
        assert [f["severity"] for f in json.loads(capsys.readouterr().out)] == ["info"]


def test_no_public_name_is_named_that_the_releases_lack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "code.py").write_text(
        "from jax._src.core import primal_dtype_to_tangent_dtype\n\n"
        "print(primal_dtype_to_tangent_dtype)\n"
    )
    monkeypatch.chdir(tmp_path)
    named = []
    for requirement in ("jax>=0.4.30", "jax>=0.4.30,<0.6"):
        (tmp_path / "requirements.txt").write_text(requirement)
        main(["--output-format", "json", "--select", "JOL705"])
        (finding,) = json.loads(capsys.readouterr().out)
        named.append("jax.extend.core" in finding["help"])
    assert named == [True, False]


def test_a_fix_writes_what_the_floor_has(
    monorepo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (monorepo / "new" / "pyproject.toml").write_text('[project]\ndependencies = ["jax>=0.4.20"]\n')
    assert main(["--fix", "--quiet", "--select", "JOL701"]) in (0, 1)
    capsys.readouterr()
    assert "jax.tree_util.tree_map(" in (monorepo / "new" / "code.py").read_text()
    assert "jax.tree.map(" in (monorepo / "between" / "code.py").read_text()
    assert (monorepo / "old" / "code.py").read_text() == TREE_MAP


SUCCESSORS = {
    "JOL601": "from jax.experimental.pjit import pjit\n\nstep = pjit(lambda x: x)\n",
    "JOL603": (
        "import jax\nfrom jax.sharding import Mesh\n\n\ndef run(mesh: Mesh, x):\n"
        "    with mesh:\n        return x\n"
    ),
    "JOL604": "from jax.experimental.shard_map import shard_map\n\nrun = shard_map(None)\n",
    "JOL605": (
        "import jax\nimport numpy as np\nfrom jax.sharding import Mesh\n\n"
        'mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ("data", "model"))\n'
    ),
}


@pytest.mark.parametrize(
    ("code", "floor", "since"),
    [
        ("JOL601", "0.4.1", "0.4.7"), ("JOL603", "0.6.0", "0.7.1"), ("JOL604", "0.4.30", "0.6.1"),
        ("JOL605", "0.5.0", "0.5.3"),
    ],
)  # fmt: skip
def test_advice_that_the_floor_rules_out_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    code: str, floor: str, since: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "use.py").write_text(SUCCESSORS[code])
    told = {}
    for oldest in (floor, since):
        asked = ["--min-jax", oldest, "--select", code, "--preview", "--output-format", "json"]
        main(["check", "--no-cache", *asked])
        told[oldest] = json.loads(capsys.readouterr().out)[0]
    assert f"is there from JAX {since} on" in told[floor]["help"]
    assert "raise the lower bound" in told[floor]["help"]
    assert told[floor]["severity"] == "info"
    assert told[floor]["fix"] is None
    assert told[since]["help"].startswith("use `")
    assert told[since]["fix"] is not None or code == "JOL604"  # what is mapped is not written here


@pytest.mark.parametrize(
    ("bounds", "wanted"),
    [
        ("", ""),
        (">=0.4.20", ""),
        ("==0.4.20", "`device_put` has no parameter `donate` in JAX 0.4.20"),
        (">=0.4.30,<0.5", ""),  # the next release that was looked into has it
        (">=0.10", "`when` has no parameter `condition` in any JAX from 0.8.2 to 0.12.0.1"),
        (">=99", ""),
    ],
)
def test_keywords_are_those_of_the_releases_that_are_allowed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    bounds: str, wanted: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text(f"[project]\ndependencies = ['jax{bounds}']\n")
    (tmp_path / "use.py").write_text(
        "import jax\nfrom jax.experimental import pallas as pl\n\n\ndef move(x, here):\n"
        "    pl.when(condition=here)\n    return jax.device_put(x, donate=True)\n"
    )
    main(["check", "--no-cache", "--select", "JOL704", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    assert [row["message"].partition(":")[0] for row in rows] == ([wanted] if wanted else [])


def test_a_pin_that_has_no_debug_print_is_not_told_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "use.py").write_text(
        "import jax\n\n\n@jax.jit\ndef loss(w, x):\n    out = (x @ w).mean()\n"
        '    print("loss", out)\n    return out\n'
    )
    told = {}
    for pin in ("0.3.2", "0.4.30"):
        (tmp_path / "requirements.txt").write_text(f"jax=={pin}\n")
        main(["check", "--no-cache", "--select", "JOL803", "--output-format", "json"])
        told[pin] = json.loads(capsys.readouterr().out)[0]["help"]
    assert told["0.3.2"].startswith("return `out`, and print it outside")
    assert told["0.4.30"] == "use `jax.debug.print`"


@pytest.mark.parametrize(
    ("bound", "help", "fix"), [("<=0.2.9", "its method `block_until_ready`", False),
                               (">=0.4", "`jax.block_until_ready`", True)]
)  # fmt: skip
def test_an_old_jax_is_told_to_wait_by_the_method(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    bound: str, help: str, fix: bool,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "use.py").write_text(
        "import time\n\nimport jax\n\n\n@jax.jit\ndef square(x):\n    return x @ x\n\n\n"
        "def measure(x):\n    start = time.time()\n    y = square(x)\n"
        "    print(time.time() - start)\n    return y\n"
    )
    (tmp_path / "requirements.txt").write_text(f"jax{bound}\n")
    main(["check", "--no-cache", "--select", "JOL407", "--output-format", "json"])
    (told,) = json.loads(capsys.readouterr().out)
    assert told["help"].endswith(f"with {help}")
    assert bool(told["fix"]) is fix


@pytest.mark.parametrize(("bound", "severity"), [("==0.3.25", "info"), (">=0.4", "error")])
def test_what_old_releases_only_warn_of_is_no_error(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    bound: str,
    severity: str,
) -> None:
    (tmp_path / "requirements.txt").write_text(f"jax{bound}\n")
    (tmp_path / "model.py").write_text(
        "import jax\n\n\ndef f(x):\n    return x\n\n\ng = jax.jit(f, static_argnames='axis')\n"
    )
    monkeypatch.chdir(tmp_path)
    main(["--no-cache", "--output-format", "json", "--select", "JOL120"])
    assert [row["severity"] for row in json.loads(capsys.readouterr().out)] == [severity]
