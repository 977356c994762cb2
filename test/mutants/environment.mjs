// Tells which test runs, and leaves out those that are not asked for.
import OwnScope from '../engine/jest/environment.mjs';

function nameOf(test) {
  return test.parent ? `${nameOf(test.parent)} ${test.name}` : '';
}

export default class extends OwnScope {
  handleTestEvent({ name, test }) {
    if (name === 'test_start' && !globalThis.mutation.starts(nameOf(test))) test.mode = 'skip';
    if (name === 'test_done') globalThis.mutation.ends(test);
  }
}
