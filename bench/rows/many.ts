import { isLinear, median, ratio, time } from '../figures.ts';
import type { Run } from '../run-workflow.ts';
import { MEASURED } from '../workflows.ts';
import type { Row } from './row.ts';
import { startWarm } from './upload.ts';

const FILES = 1000;
const BYTES = 100_000;
const LATENCY = 200;
const WIDTH = 20;
const SLACK = 1.1;

const wallOf = (run: Run): number => run.nodes[MEASURED] ?? Number.NaN;

export const many: Row = {
  name: 'many',
  title: '1,000 × 100 kB at 200 ms latency, 20 wide',
  bound: "The latency: 50 rounds of 200 ms are nine tenths of the wall. Seen from the service a round takes 218 to 230 ms: a request takes n8n 1 ms, and of a service whose latency is always the same, those that were begun together come back together: each of the 20 then waits for the others' work. Of all the work of the workflow a quarter is V8's collector, our own code a thirtieth. Every item is checked before the first request, which takes 0.10 to 0.18 s; after the last answer 5 ms go by. Begun 5 ms apart they did not stay apart: a collection of 20 ms gathers them again.",
  async measure(lab, { scales, share, repeats }) {
    const sets = scales.map((times) => ({ times, count: FILES * times * share, ...lab.files(FILES * times * share, BYTES) }));
    const [first] = sets;
    await lab.service('behave', { latency: 0, answer: 'document' });
    const uploads = [];
    for (let round = 0; round <= repeats; round++) uploads.push(await lab.limit({ bodies: (first?.paths ?? []).map((form) => ({ form })), width: WIDTH }));
    const upload = median(uploads.slice(1));
    await startWarm(lab, 'many-ours');
    const runs = [];
    let peak = 0;
    for (const { pattern, times, count } of sets) {
      await lab.service('behave', { latency: LATENCY, answer: 'document' });
      const run = await lab.run('many-ours', { files: pattern }, 400);
      const counts = await lab.service('counts', undefined);
      peak = Math.max(peak, counts.peakInFlight);
      runs.push({ run, times, count, arrived: counts.requests });
    }
    await lab.service('behave', { latency: LATENCY, answer: 'document' });
    const peer = await lab.run('form-peer', { files: first?.pattern });
    const peerCounts = await lab.service('counts', undefined);
    for (const set of sets) set.remove();

    const ours = runs[0] ? wallOf(runs[0].run) : Number.NaN;
    const bound = ((FILES * share) / WIDTH) * LATENCY + upload;
    const scaled = runs.map(({ run, times, count }) => ({ work: `${count.toFixed(0)} files`, times, milliseconds: wallOf(run) }));
    const all = runs.every(({ run, count, arrived }) => run.outcome === 'success' && arrived === count);
    return {
      findings: [
        { measure: 'wall', target: `≤ ${SLACK} × (rounds of ${LATENCY} ms + the limit)`, ours: time(ours), peer: peer.outcome === 'success' ? time(wallOf(peer)) : peer.outcome, limit: time(bound), ratio: ratio(ours, bound), reached: ours <= SLACK * bound },
        { measure: 'most in flight', target: `≤ ${WIDTH}`, ours: String(peak), peer: String(peerCounts.peakInFlight), reached: peak <= WIDTH },
        { measure: 'all arrive, cost linear', target: 'yes', ours: all && isLinear(scaled) ? 'yes' : 'no', reached: all && isLinear(scaled) },
      ],
      scaled,
      notes: [`The bare client needs ${time(upload)} to upload the same files without the latency, ${WIDTH} at a time. HTTP Request sends all at once: it waits for the latency once, and the service takes them all at the same time.`],
    };
  },
};
