/**
 * An element. `attributes`: a function is a listener (`onclick`), true an attribute without a value; false and null leave it
 * out. Texts are never read as HTML.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An element of a drawing. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes);
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (name === 'style')
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? '' : value);
  }
}

export function replace(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
  return parent;
}

/** Says something that is heard by a screen reader and seen for a moment. */
export function say(text) {
  const said = document.getElementById('said');
  said.textContent = text;
  said.hidden = false;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (said.hidden = true), 4000);
}

/** Does something that may fail; what failed is said, and the button cannot be pressed twice meanwhile. */
export const doing = (work) => async (event) => {
  event.preventDefault();
  const button = event.submitter ?? event.currentTarget;
  button.disabled = true;
  try {
    await work(event);
  } catch (error) {
    say(error.message);
  } finally {
    button.disabled = false;
  }
};

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  say(`${what} copied`);
}

/** Browsers give pages of other addresses than localhost no clipboard without TLS. */
function copyBySelection(text) {
  const area = h('textarea', { class: 'offscreen', 'aria-hidden': 'true' });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

export const clock = (iso) => new Date(iso).toLocaleTimeString([], { hour12: false });

/** With the milliseconds, which tell callbacks apart. */
export const exactClock = (iso) => `${clock(iso)}.${String(new Date(iso).getMilliseconds()).padStart(3, '0')}`;

export const bytes = (count) =>
  count < 1024
    ? `${count} B`
    : count < 1_048_576
      ? `${(count / 1024).toFixed(1)} KB`
      : `${(count / 1_048_576).toFixed(1)} MB`;

/** The kind of an outcome, for its colour. */
function kindOf({ httpStatus, code, aborted }) {
  if (aborted) return 'bad';
  if (httpStatus === null) return 'busy';
  if (httpStatus >= 500) return 'bad';
  if (httpStatus >= 400) return 'warn';
  return code === null || /^(200|201|S100)$/.test(code) ? 'good' : 'warn';
}

export function badge({ httpStatus, code, aborted }) {
  const text = aborted ? 'aborted' : httpStatus === null ? 'running' : String(httpStatus);
  const more = !aborted && code && code !== String(httpStatus) ? ` ${code}` : '';
  return h('span', { class: `badge ${kindOf({ httpStatus, code, aborted })}` }, text + more);
}
