import { html } from './lit-html.js';

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

/** Works once at a time. All calls that come meanwhile are one more. */
export function inTurn(work) {
  let isWanted = false;
  let working = null;
  const workWhileWanted = async () => {
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      working = null;
    }
  };
  return () => {
    isWanted = true;
    return (working ??= workWhileWanted());
  };
}

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
  const area = document.createElement('textarea');
  Object.assign(area, { className: 'offscreen', ariaHidden: 'true', value: text });
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

export const isSuccess = (code) => /^(200|201|S100)$/.test(code);

/** The kind of an outcome, for its colour. */
function kindOf({ httpStatus, code, aborted }) {
  if (aborted) return 'bad';
  if (httpStatus === null) return 'busy';
  if (httpStatus >= 500) return 'bad';
  if (httpStatus >= 400) return 'warn';
  return code === null || isSuccess(code) ? 'good' : 'warn';
}

export function badge({ httpStatus, code, aborted }) {
  const text = aborted ? 'aborted' : httpStatus === null ? 'running' : String(httpStatus);
  const more = !aborted && code && code !== String(httpStatus) ? ` ${code}` : '';
  return html`<span class="badge ${kindOf({ httpStatus, code, aborted })}">${text}${more}</span>`;
}
