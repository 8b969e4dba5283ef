/** A link to send: to copy, to share by the system's own menu, to scan. */

import { getQrCode } from "./api.js";
import { el, put } from "./dom.js";
import { t } from "./language.js";

/** Hosts that other machines cannot reach. */
const ONLY_HERE = ["localhost", "127.0.0.1", "[::1]"];

/** Letters that a QR code has room for. */
const LONGEST_CODE = 500;

/** @param {string} address @param {string} title of what is shared @returns {HTMLElement} */
export function linkToSend(address, title) {
  const field = el("input", { class: "link-field", "aria-label": t("Link"), props: { value: address, readOnly: true } });
  const said = el("span", { class: "small", role: "status" });
  const copy = el("button", {
    type: "button",
    class: "button primary",
    text: t("Copy the link"),
    on: {
      click: async () => {
        field.select();
        try {
          await navigator.clipboard.writeText(address);
          said.textContent = t("Copied.");
        } catch {
          said.textContent = t("Copy the marked link with your browser.");
        }
      },
    },
  });
  const code = address.length > LONGEST_CODE ? null : el("div", { class: "qr" });
  if (code)
    void getQrCode(address).then(
      (svg) => put(code, image(svg)),
      () => code.remove(),
    );
  return el(
    "div",
    { class: "link-to-send" },
    el("div", { class: "link-parts" }, field, el("div", { class: "link-buttons" }, copy, shareButton(address, title)), said),
    code,
    ONLY_HERE.includes(location.hostname)
      ? el("p", {
          class: "small soft only-here",
          text: t("Only this computer can open this link: start the server with --host 0.0.0.0 for others."),
        })
      : null,
  );
}

/** The system's own menu, where there is one. @param {string} address @param {string} title */
function shareButton(address, title) {
  if (!navigator.share) return null;
  return el("button", {
    type: "button",
    class: "button",
    text: t("Share…"),
    on: { click: () => void navigator.share({ title, url: address }).catch(() => {}) }, // closed without sharing
  });
}

/** @param {string} svg */
function image(svg) {
  const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return el("img", { props: { src, alt: t("QR code of the link"), width: 180, height: 180 } });
}
