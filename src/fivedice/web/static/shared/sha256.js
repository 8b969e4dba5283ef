/**
 * SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104), at once and everywhere: browsers keep their own from pages that came over
 * plain http, as pages on a home network do.
 */

const SIZE = 64;
/** First 32 bits of the fractional parts of a root of the first primes. @param {number} count @param {number} root */
function constants(count, root) {
  const found = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) prime = false;
    if (prime) found.push(((number ** (1 / root)) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found, Math.floor);
}
const START = constants(8, 2);
const ROUNDS = constants(64, 3);

/** @param {number} word @param {number} by */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** @param {Uint32Array} hash @param {DataView} data @param {number} at @param {Uint32Array} words room for 64 of them */
function block(hash, data, at, words) {
  for (let i = 0; i < 16; i++) words[i] = data.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15];
    const late = words[i - 2];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16] + low + words[i - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[i] + words[i];
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
}

/** @param {...Uint8Array} parts @returns {Uint8Array} the 32 bytes of the hash of all parts together */
export function sha256(...parts) {
  const text = joined(...parts);
  const padded = new Uint8Array(Math.ceil((text.length + 9) / SIZE) * SIZE);
  padded.set(text);
  padded[text.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(text.length / 2 ** 29));
  data.setUint32(padded.length - 4, text.length * 8);
  const hash = START.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += SIZE) block(hash, data, at, words);
  const bytes = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => bytes.setUint32(4 * i, word));
  return new Uint8Array(bytes.buffer);
}

/** @param {Uint8Array} key @param {...Uint8Array} parts */
export function hmac(key, ...parts) {
  const whole = new Uint8Array(SIZE);
  whole.set(key.length > SIZE ? sha256(key) : key);
  const inner = sha256(whole.map((byte) => byte ^ 0x36), ...parts);
  return sha256(whole.map((byte) => byte ^ 0x5c), inner);
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const found = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    found.set(part, at);
    at += part.length;
  }
  return found;
}

/** @param {string} text */
export function utf8(text) {
  return new TextEncoder().encode(text);
}

/** @param {string} hex */
export function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
