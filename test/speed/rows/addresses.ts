import { isLinear } from '../figures.ts';
import { atMost, limited, yes, type Row } from './row.ts';
import { LEGACY_ENGINE, scaledWalls, wallOf } from './small-answers.ts';

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
    /** Restarts n8n, and runs both once, so that everything loaded on first use is loaded. */
    const start = async (settings?: Record<string, string>) => {
      await harness.restart(settings);
      await harness.service('behave', { latency: 0, answer: 'addresses' });
      for (const path of ['addresses-peer', 'addresses-ours']) await wallOf(harness, path, count, 1);
    };
    const compared = async (measure: string, ours: number) =>
      atMost(SHARE_OF_PEER, 'HTTP Request', measure, {
        ours,
        peer: await wallOf(harness, 'addresses-peer', count, repeats),
      });
    await start();
    await harness.service('behave', { latency: 0, answer: 'addresses' });
    await wallOf(harness, 'addresses-ours', count, 1);
    const { requests } = await harness.service('counts', undefined);
    const scaled = await scaledWalls(harness, 'addresses-ours', 'addresses', { count, scales, repeats });
    const wall = await compared('wall', scaled[0]?.milliseconds ?? Number.NaN);
    await start(LEGACY_ENGINE);
    const legacy = await wallOf(harness, 'addresses-ours', count, repeats);
    return {
      findings: [
        { ...limited('requests', MOST_REQUESTS, requests), peer: String(count) },
        wall,
        await compared('wall, N8N_EXPRESSION_ENGINE=legacy', legacy),
        yes('cost linear', isLinear(scaled)),
      ],
      scaled,
    };
  },
};
