"""Seeds at rest: in the database they are encrypted with a key that is not in it.

    sealed = nonce ‖ (seed XOR HMAC-SHA-256(key, SEALED ‖ nonce ‖ id of the game)),        nonce : 16 random bytes

HMAC-SHA-256 is a pseudorandom function, so that each pad of 32 bytes is as good as a random one for this game alone; a
seed is exactly one pad long, and no longer keystream is needed. The commitment of its game shows whether a decrypted
seed is right.

The key is a file that only its owner may read: $FIVEDICE_KEY_FILE, or one in the user's configuration folder, which is
created when it is first needed. Servers that share a database share the key.
"""

import hmac
import os
import secrets
from pathlib import Path

from platformdirs import user_config_path

from fivedice.errors import StoreError
from fivedice.table.dice import Seed

KEY_FILE = "FIVEDICE_KEY_FILE"
"""The environment variable with the path of the key file."""
SEALED = b"fivedice-seal-1\n"
FINGERPRINT = b"fivedice-key-1\n"
NONCE_BYTES, KEY_BYTES = 16, 32


def default_key_file() -> Path:
    """The path of the key: $FIVEDICE_KEY_FILE, or a file in the user's configuration folder."""
    named = os.environ.get(KEY_FILE)
    return Path(named) if named else user_config_path("fivedice", appauthor=False) / "seeds.key"


class Key:
    """The key of sealed seeds; its file is read, or created, when it is first needed."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_key_file()
        self._bytes: bytes | None = None

    def seal(self, seed: Seed, game_id: str) -> bytes:
        """A seed as the database keeps it."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + _xor(seed, self._pad(nonce, game_id))

    def unseal(self, sealed: bytes, game_id: str) -> Seed:
        """A seed that was sealed; with another key, any seed."""
        nonce = sealed[:NONCE_BYTES]
        return _xor(sealed[NONCE_BYTES:], self._pad(nonce, game_id))

    @property
    def fingerprint(self) -> str:
        """Identifies the key without revealing it."""
        return hmac.digest(self._key(), FINGERPRINT, "sha256").hex()

    def _pad(self, nonce: bytes, game_id: str) -> bytes:
        return hmac.digest(self._key(), SEALED + nonce + game_id.encode(), "sha256")

    def _key(self) -> bytes:
        if self._bytes is None:
            self._bytes = _read_or_make(self.path)
        return self._bytes


def _read_or_make(path: Path) -> bytes:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(path)
        found = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except OSError as error:
        raise StoreError(
            f"the key of the dice cannot be read or made: {error.strerror}; say where it is with ${KEY_FILE}."
        ) from None
    except ValueError:
        found = b""
    if len(found) != KEY_BYTES:
        raise StoreError(
            f"the key of the dice is damaged; it must be {2 * KEY_BYTES} hexadecimal digits (${KEY_FILE})."
        )
    return found


def _make(path: Path) -> None:
    """Create the key file unless it exists, atomically, since several processes may do so at once."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:  # noqa: PTH123
        file.write(secrets.token_hex(KEY_BYTES) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
