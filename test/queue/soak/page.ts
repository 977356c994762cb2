// docs/making/soak.md, written from one run.
import type { Account } from './account.ts';

export interface Figures {
  date: string;
  minutes: number;
  seed: number;
  items: number;
  requests: number;
  callbacks: number;
  faults: number;
  account: Account;
  slopes: { n8n: number; sandbox: number };
  memory: { first: number; last: number; peak: number };
}

export const soakPage = (figures: Figures): string => {
  const { date, minutes, seed, items, requests, callbacks, faults, account, slopes, memory } = figures;
  const rows: Array<[what: string, figure: string | number]> = [
    ['Items submitted', items],
    ['Requests the sandbox received', requests],
    ['Callbacks it sent', callbacks],
    ['Faults it was told to make', faults],
    ['Results that came out', account.results],
    ['Items that failed, and said why', account.failures],
    ['Waits that ended by their limit', account.timedOut],
    ['Results the sandbox never delivered (broken callbacks, or none)', account.undelivered],
    ['Items whose uncertain request was repeated; all had *Repeat Uncertain Requests* on', account.repeatedUncertain],
    ['Items lost, doubled, or billed twice without that option', account.findings.length],
    [
      "n8n's memory, second half",
      `${memory.first.toFixed(0)} to ${memory.last.toFixed(0)} MB, peak ${memory.peak.toFixed(0)} MB`,
    ],
    ['Its slope, second half', `${slopes.n8n.toFixed(2)} MB a minute`],
  ];
  return `# Soak test

\`node scripts/node.mjs test/queue/soak/run.ts --minutes ${minutes.toFixed(0)} --write\` runs mixed operations in a real n8n 2.41
against the sandbox, six items at a time. Meanwhile the sandbox delays, refuses, resets, throttles, sends garbage, redirects,
and calls back early, late, twice, broken or never. At the end it compares what was submitted, what the sandbox has logged and
what came out of the workflows, and writes this page.

${date}, ${minutes.toFixed(0)} minutes, seed ${seed}:

| | |
|---|--:|
${rows.map(([what, figure]) => `| ${what} | ${figure} |`).join('\n')}
${account.findings.map((finding) => `\n- ${finding}`).join('')}
A request is uncertain if the service may have processed it: a time-out, a cut connection, a broken answer, 500, 502, 504. The node repeats
such a request only if the option *Repeat Uncertain Requests* is on.
`;
};
