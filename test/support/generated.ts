// fast-check, by which generated input is the same in each run: a failure comes of what was changed, not by chance.
// FUZZ_SEED generates other input.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 1) });

export default fc;
