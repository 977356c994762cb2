// Says what a command is doing and for how long: in a line that is rewritten on a terminal, in plain lines elsewhere.
import { clearInterval, setInterval } from 'node:timers';

const output = process.stderr;

export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Shows the title until the work is done. The work gets a function to say how far it is.
 * @template T
 * @param {string} title
 * @param {(report: (detail: string) => void) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const begun = Date.now();
  let detail = '';
  const line = (mark) => {
    const text = `${mark} ${title}${detail && `: ${detail}`} (${duration(Date.now() - begun)})`;
    return output.isTTY ? `\r${text.slice(0, output.columns - 1)}\x1b[K` : `${text}\n`;
  };
  const show = () => output.write(line('…'));
  if (output.isTTY) show();
  const timer = setInterval(show, output.isTTY ? 250 : 10_000);
  let mark = '✖';
  try {
    const result = await work((text) => (detail = text));
    detail = '';
    mark = '✔';
    return result;
  } finally {
    clearInterval(timer);
    output.write(line(mark));
    if (output.isTTY) output.write('\n');
  }
}
