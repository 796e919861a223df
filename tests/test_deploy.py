"""``deploy/``: each file passes its own program's check, and the scripts work on a bare Debian."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from config import debian
from config import services as found
from tests import services
from tests.conftest import ROOT
from tools.wide.deployed import deployed

DEPLOY = ROOT / "deploy"
NAMED = re.compile(r"^\s*([A-Z][A-Z_]+)[:=]", re.MULTILINE)
OPENSSL = shutil.which("openssl")
NOT_OURS = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "UPTOWN_NAME", "UPTOWN_WEB"}
"""Settings of PostgreSQL's image and of the files themselves."""


def unpacked(program, package):
    try:
        return services.unpacked(program, package=package)
    except debian.NotAvailable as why:
        pytest.skip(f"{program} can't be had here: {why}")


def certificate(folder):
    make = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=hall.example -keyout hall.key -out hall.pem"
    subprocess.run([OPENSSL, *make.split()], cwd=folder, check=True, capture_output=True)


def test_the_files_set_only_settings_that_there_are():
    known = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operator.md").read_text(), re.MULTILINE))
    files = ["compose.yaml", "uptown.env.example", "systemd/uptown.env.example"]

    named = {name for file in files for name in NAMED.findall((DEPLOY / file).read_text())}

    assert len(named) > 10
    assert named - known - NOT_OURS == set()


def test_each_value_that_compose_takes_is_in_its_example():
    taken = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))

    assert taken - set(NAMED.findall((DEPLOY / "uptown.env.example").read_text())) == set()


def test_compose_passes_every_setting_on_to_web_workers_and_beat():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    ours = {name: each for name, each in services.items() if each.get("image") == "uptown"}

    assert sorted(ours) == ["beat", "due", "web", "worker"]
    assert {name: each["env_file"] for name, each in ours.items()} == {name: ["uptown.env"] for name in ours}
    # What it sets by itself is fixed, or made from values in that file.
    fixed = {"DATABASE_URL", "REDIS_URL", "UPTOWN_ADDRESS", "UPTOWN_HOSTS", "UPTOWN_HTTPS", "UPTOWN_PROXIES"}
    fixed |= {"UPTOWN_BACKUPS"}
    for each in ours.values():
        own = {name: text for name, text in each["environment"].items() if name not in fixed}
        assert [text for name, text in own.items() if not text.startswith(f"${{{name}:")] == []


def test_a_clone_with_the_line_ends_of_windows_can_start(tmp_path):
    write = ["git", "-c", "core.autocrlf=true", "checkout-index", "--all", f"--prefix={tmp_path}/"]
    subprocess.run(write, cwd=ROOT, check=True)

    # Lists as other programs write them keep their own ends.
    files = [path for path in tmp_path.rglob("*") if path.is_file() and "samples" not in path.parts]
    assert len(files) > 1000
    ends = [file.name for file in files if b"\0" not in (text := file.read_bytes()) and b"\r\n" in text]
    assert ends == []


def test_a_bare_debian_needs_at_most_twenty_commands():
    first, second, *_ = re.findall(r"```sh\n(.*?)```", (DEPLOY / "README.md").read_text(), re.DOTALL)

    assert len((first + second).splitlines()) <= 20


@pytest.mark.slow
@pytest.mark.embedded
def test_caddy_finds_its_file_valid(tmp_path):
    folders = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    settings = {"UPTOWN_NAME": "hall.example", "UPTOWN_WEB": "127.0.0.1:8000"}
    words = [
        unpacked("caddy", "caddy"),
        "validate",
        "--adapter",
        "caddyfile",
        "--config",
        DEPLOY / "Caddyfile",
    ]

    done = subprocess.run(words, env={**os.environ, **folders, **settings}, capture_output=True, text=True)

    assert (done.returncode, "Valid configuration" in done.stdout + done.stderr) == (0, True), done.stderr


@pytest.mark.slow
@pytest.mark.embedded
@pytest.mark.skipif(OPENSSL is None, reason="makes its certificate with openssl")
def test_nginx_finds_its_file_valid(tmp_path):
    certificate(tmp_path)
    site = (DEPLOY / "nginx.conf").read_text()
    for what, replacement in (
        ("/etc/letsencrypt/live/hall.example/fullchain.pem", tmp_path / "hall.pem"),
        ("/etc/letsencrypt/live/hall.example/privkey.pem", tmp_path / "hall.key"),
        ("listen 80;", f"listen unix:{tmp_path}/80;"),
        ("listen 443 ssl", f"listen unix:{tmp_path}/443 ssl"),
    ):
        assert what in site
        site = site.replace(what, str(replacement))
    whole, paths = tmp_path / "nginx.conf", services.nginx_places(tmp_path)
    whole.write_text(f"pid {tmp_path}/pid; events {{}} http {{ access_log off; {paths} {site} }}")
    words = [services.fetch_nginx(), "-t", "-e", tmp_path / "log", "-p", tmp_path, "-c", whole]

    done = subprocess.run(words, capture_output=True, text=True)

    assert (done.returncode, "test is successful" in done.stderr) == (0, True), done.stderr


@pytest.mark.slow
@pytest.mark.embedded
@pytest.mark.skipif(OPENSSL is None, reason="makes its certificate with openssl")
def test_haproxy_finds_its_file_valid(tmp_path):
    certificate(tmp_path)
    pair = (tmp_path / "hall.pem").read_text() + (tmp_path / "hall.key").read_text()
    (tmp_path / "both.pem").write_text(pair)
    replacements = {"/etc/haproxy/hall.example.pem": str(tmp_path / "both.pem")}
    (tmp_path / "haproxy.cfg").write_text(deployed("haproxy.cfg", replacements))
    words = [unpacked("haproxy", "haproxy"), "-c", "-f", tmp_path / "haproxy.cfg"]

    done = subprocess.run(words, env=found.environment(), capture_output=True, text=True)

    assert (done.returncode, done.stdout.strip()) == (0, "Configuration file is valid"), done.stderr


@pytest.mark.slow
@pytest.mark.embedded
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd on this machine")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path):
    for unit in [*DEPLOY.glob("systemd/uptown-*"), *DEPLOY.glob("wide/uptown-*")]:
        here = unit.read_text().replace("/opt/uptown/.venv/bin/python", sys.executable)
        (tmp_path / unit.name.replace("@.", "@due.")).write_text(here)
    units = sorted(tmp_path.glob("uptown-*"))

    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True)

    assert len(units) == 7
    assert [line for line in done.stderr.splitlines() if "uptown" in line] == []


# --- installing on a bare Debian --------------------------------------------------------------------

STARTS = """#!/bin/bash
# Instead of systemd, which runs in no bare tree: starts what the units say.
case "$1" in
enable)
  for unit in "${@:3}"; do
    [[ $unit == *.timer ]] && continue
    (set -a; . /etc/uptown.env; PYTHONUNBUFFERED=1; cd /opt/uptown
     words=$(sed -n 's/^ExecStart=//p' /etc/systemd/system/$unit.service)
     setsid runuser -u uptown -- $words >> /var/log/$unit.log 2>&1 &)
    if [ $unit = uptown-web ]; then
      for second in $(seq 180); do grep -qs Ctrl-C /var/log/$unit.log && break; sleep 1; done
    fi
  done;;
restart) setsid caddy run --config /etc/caddy/Caddyfile > /var/log/caddy.log 2>&1 & sleep 5;;
esac
"""
PRINTS = "#!/bin/bash\ncat /var/log/$2.log\n"
SERVERS = "service postgresql restart && service redis-server restart && sleep 3\n"
LOOKS = """
sleep 20
.venv/bin/python - <<'END'
import ssl
from urllib.request import urlopen
print(urlopen("https://localhost/code/", context=ssl._create_unverified_context()).status, "by https")
print(urlopen("http://127.0.0.1:8000/readyz").read().decode())
print(urlopen("http://127.0.0.1:8000/metrics").read().decode())
END
set -a; . /etc/uptown.env
runuser -u uptown -- ./uptown backup
runuser -u uptown -- ./uptown health
"""


@pytest.fixture
def bare_tree(tmp_path):
    """A bare Debian with the project in it, and this machine's access to the registries."""
    script = unpacked("debootstrap", "debootstrap")
    tree, share = tmp_path / "tree", script.parent.parent / "share/debootstrap"
    made = subprocess.run(
        [script, "--variant=minbase", "--include=ca-certificates", "bookworm", tree],
        env={**os.environ, "DEBOOTSTRAP_DIR": str(share)},
        capture_output=True,
        text=True,
        umask=0o022,  # Files made by the tests are private; a Debian's aren't.
    )
    assert made.returncode == 0, made.stdout[-2000:]
    for known in ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"):
        if (Path("/") / known).exists():
            shutil.copy(Path("/") / known, tree / known)
    project = tree / "opt/uptown"
    project.mkdir()
    project.chmod(0o755)
    copy = f"git ls-files -z | tar --null --files-from - --create | tar --extract --directory {project}"
    subprocess.run(copy, shell=True, cwd=ROOT, check=True, umask=0o022)
    (tree / "dev/shm").chmod(0o1777)  # A running Debian mounts a file system there.
    for name, text in (("systemctl", STARTS), ("journalctl", PRINTS)):
        (tree / "usr/local/bin" / name).write_text(text)
        (tree / "usr/local/bin" / name).chmod(0o755)
    return tree


def walked(tree):
    """The output of a script inside the tree. All processes that it starts end with it."""
    paths = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
    alone = ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={tree / 'proc'}"]
    done = subprocess.run(
        [*alone, "chroot", tree, "/bin/bash", "/root/way.sh"],
        env={**os.environ, **paths, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        umask=0o022,  # Files made by the tests are private; a Debian's aren't.
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.embedded
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a Debian tree")
def test_the_readme_leads_from_a_bare_debian_to_https(bare_tree):
    way = re.search(r"```sh\n(NAME=.*?)```", (DEPLOY / "README.md").read_text(), re.DOTALL).group(1)
    way = way.replace("NAME=hall.example", "NAME=localhost")  # Caddy signs certificates for it by itself.
    way = way.replace("runuser -u postgres -- createuser", f"{SERVERS}runuser -u postgres -- createuser")
    (bare_tree / "root/way.sh").write_text(f"set -e\n{way}{LOOKS}")

    output = walked(bare_tree)

    assert "https://localhost/setup/" in output
    assert "200 by https" in output
    assert "uptown_database_up 1.0" in output
    assert [line[0] for line in output.splitlines() if line[:2] in ("✓ ", "✗ ")] == ["✓"] * 7


def steps_of_the_image():
    """The Dockerfile's steps as shell lines, with the project in /src, and its health check."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    for word, rest in (line.split(maxsplit=1) for line in text.splitlines()):
        if word == "RUN":
            yield rest
        elif word == "WORKDIR":
            yield f"mkdir -p {rest} && cd {rest}"
        elif word == "COPY":
            *files, to = rest.split()
            yield f"cp -r {' '.join(f'/src/{file}' for file in files)} {to}"
        elif word == "ENV":
            yield f"export {rest}"
        elif word == "HEALTHCHECK":
            yield f"check() {{ {shlex.join(json.loads(rest.partition('CMD')[2]))}; }}"
        else:
            assert word in ("FROM", "USER", "VOLUME", "EXPOSE", "CMD")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.embedded
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a Debian tree")
def test_the_steps_of_the_image_end_in_a_server_that_is_healthy(bare_tree):
    (bare_tree / "opt/uptown").rename(bare_tree / "src")
    serves = "runuser -u uptown -- .venv/bin/python manage.py serve --no-demo &"
    waits = "for second in $(seq 180); do check 2>/dev/null && break; sleep 1; done; check && echo healthy"
    (bare_tree / "root/way.sh").write_text("\n".join(["set -e", *steps_of_the_image(), serves, waits]))

    assert walked(bare_tree).splitlines()[-1] == "healthy"
