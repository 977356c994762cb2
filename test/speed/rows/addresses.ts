import { isLinear, ratio, time } from '../figures.ts';
import type { Row } from './row.ts';
import { LEGACY_ENGINE, wallOf } from './small-answers.ts';

const ITEMS = 1000;
const MOST_REQUESTS = 20;
const SHARE_OF_PEER = 0.1;

export const addresses: Row = {
  name: 'addresses',
  title: '1,000 addresses',
  bound:
    "n8n's evaluation of an expression for each item, 0.21 ms. With N8N_EXPRESSION_ENGINE=legacy it is next to " +
    'nothing.',
  async measure(harness, { scales, share, repeats }) {
    const count = ITEMS * share;
    await harness.restart();
    await harness.service('behave', { latency: 0, answer: 'addresses' });
    await wallOf(harness, 'addresses-peer', count, 1);
    await wallOf(harness, 'addresses-ours', count, 1);
    await harness.service('behave', { latency: 0, answer: 'addresses' });
    await wallOf(harness, 'addresses-ours', count, 1);
    const { requests } = await harness.service('counts', undefined);
    const scaled = [];
    for (const times of scales)
      scaled.push({
        work: `${(count * times).toFixed(0)} addresses`,
        times,
        milliseconds: await wallOf(harness, 'addresses-ours', count * times, repeats),
      });
    const ours = scaled[0]?.milliseconds ?? Number.NaN;
    const peer = await wallOf(harness, 'addresses-peer', count, repeats);
    await harness.restart(LEGACY_ENGINE);
    await wallOf(harness, 'addresses-peer', count, 1);
    await wallOf(harness, 'addresses-ours', count, 1);
    const legacyOurs = await wallOf(harness, 'addresses-ours', count, repeats);
    const legacyPeer = await wallOf(harness, 'addresses-peer', count, repeats);
    const compared = (measure: string, milliseconds: number, ofPeer: number) => ({
      measure,
      target: `≤ ${SHARE_OF_PEER} × HTTP Request`,
      ours: time(milliseconds),
      peer: time(ofPeer),
      ratio: ratio(milliseconds, ofPeer),
      reached: milliseconds <= SHARE_OF_PEER * ofPeer,
    });
    return {
      findings: [
        {
          measure: 'requests',
          target: `≤ ${MOST_REQUESTS}`,
          ours: String(requests),
          peer: String(count),
          reached: requests <= MOST_REQUESTS,
        },
        compared('wall', ours, peer),
        compared('wall, N8N_EXPRESSION_ENGINE=legacy', legacyOurs, legacyPeer),
        { measure: 'cost linear', target: 'yes', ours: isLinear(scaled) ? 'yes' : 'no', reached: isLinear(scaled) },
      ],
      scaled,
      notes: ['Measured without latency, to compare the work of the nodes. Each text contains one address.'],
    };
  },
};
