"""The example of `deploy/nginx.conf`, run by a real nginx with a certificate of its own."""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

EXAMPLE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


@dataclass(frozen=True)
class Proxy:
    """A running nginx.

    Attributes:
        url: Where the example's path begins.
        port: With TLS.
        trust: Who trusts its certificate.
    """

    url: str
    port: int
    trust: ssl.SSLContext


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def write_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return files


def write_config(folder: Path, upstream: int, port: int, plain: int) -> Path:
    """The example with other ports and names, within what a configuration needs around it."""
    certificate, key = write_certificate(folder)
    site = EXAMPLE.read_text(encoding="utf-8")
    for old, new in (
        ("    listen [::]:443 ssl http2;\n", ""),
        ("    listen [::]:80;\n", ""),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("http://127.0.0.1:8750", f"http://127.0.0.1:{upstream}"),
        ("/etc/ssl/certs/docs.example.org.pem", str(certificate)),
        ("/etc/ssl/private/docs.example.org.key", str(key)),
        ("docs.example.org", "localhost"),
    ):
        assert old in site, old
        site = site.replace(old, new)
    temporary = "\n".join(
        f"  {kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/nginx.pid;\nerror_log stderr warn;\n"
        f"events {{ worker_connections 256; }}\nhttp {{\n  access_log off;\n{temporary}\n{site}\n}}\n",
        encoding="utf-8",
    )
    return config


@contextlib.contextmanager
def nginx(folder: Path, upstream: int, port: int) -> Iterator[Proxy]:
    """Run it in front of a server at a port of this machine."""
    assert NGINX is not None
    config = write_config(folder, upstream, port, free_port())
    log = folder / "nginx.log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [NGINX, "-p", str(folder), "-c", str(config), "-e", "stderr"], stderr=errors, stdout=errors
        )
    try:
        _wait(port, process, log)
        trust = ssl.create_default_context(cafile=str(folder / "certificate.pem"))
        yield Proxy(f"https://localhost:{port}/pincite", port, trust)
    finally:
        process.terminate()
        process.wait(10)


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 20
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.05)
