// Draws every chart of the page in the theme that the reader's system asks for, as wide as its box allows.
const data = JSON.parse(document.getElementById("charts").textContent);
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const LEAST = 180; // pixels of a plot, below which its box scrolls
const COLUMN = 26; // pixels of a column of a heat map

// A copy of a specification for a box that its chart exceeds: titles wrapped, plot narrower, panels below each other.
function narrower(spec, excess, room) {
  const copy = structuredClone(spec);
  for (const { title } of [copy, ...(copy.vconcat ?? [])]) {
    title.text = wrapped(title.text, Math.floor(room / 9.5));
    title.subtitle = wrapped(title.subtitle, Math.floor(room / 6.9));
  }
  const plots = copy.vconcat ?? [copy.spec ?? copy];
  for (const { encoding } of plots.flatMap(({ layer }) => layer)) {
    for (const channel of Object.values(encoding)) {
      if (channel.legend?.columns) channel.legend.columns = Math.max(1, Math.floor(room / 200));
    }
  }
  if (copy.columns > 1) {
    copy.columns = 1;
    copy.spec.width = Math.max(LEAST, room - 80);
  } else if (excess > 0) {
    for (const plot of plots) shrink(plot, excess);
  }
  return copy;
}

function shrink(plot, excess) {
  const columns = plot.layer.map(({ encoding }) => encoding.x?.sort?.length ?? 0);
  const width = Math.max(LEAST, COLUMN * Math.max(...columns), plot.width - excess);
  for (const { encoding } of plot.layer) {
    for (const channel of [encoding.x, encoding.x2]) {
      if (channel?.value >= plot.width) channel.value += width - plot.width; // what stands right of the plot
      if (channel?.axis?.tickCount) channel.axis.tickCount = Math.floor(width / 60);
    }
  }
  plot.width = Math.min(width, plot.width);
}

function wrapped(lines, letters) {
  const out = [""];
  for (const word of [lines].flat().join(" ").split(" ")) {
    const longer = `${out.at(-1)} ${word}`.trimStart();
    if (longer.length > letters) out.push(word);
    else out[out.length - 1] = longer;
  }
  return out;
}

async function draw(box, spec, config) {
  await vegaEmbed(box, spec, { mode: "vega-lite", actions: false, renderer: "svg", config, tooltip: { theme: "custom" } });
  return parseFloat(box.querySelector("svg").getAttribute("width")); // before the page scales it
}

function part(name) {
  return Object.assign(document.createElement("div"), { className: name });
}

// One drawing for the screen and, where that is dark or narrow, another for paper.
async function show(box) {
  const spec = data.charts[box.dataset.chart];
  const config = dark.matches ? data.dark : data.light;
  const screen = part("screen");
  box.replaceChildren(screen);
  const { paddingLeft, paddingRight } = getComputedStyle(box);
  const room = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  let drawn = spec;
  for (let tries = 0, wide = await draw(screen, spec, config); wide > room && tries < 2; tries++) {
    drawn = narrower(drawn, tries ? wide - room : 0, room);
    wide = await draw(screen, drawn, config);
  }
  if (drawn !== spec || dark.matches) {
    box.append(part("paper"));
    await draw(box.lastChild, spec, data.light);
  }
}

async function all() {
  for (const box of document.querySelectorAll("[data-chart]")) await show(box);
}

dark.addEventListener("change", all);
all();
