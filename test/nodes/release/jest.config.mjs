// What takes other programs: the packed package, the demo, the commands, the TypeScript and the generated parts of the pages.
import { ofNodes, suite } from '../../../jest.config.mjs';

export default suite(ofNodes('test/nodes/release'));
