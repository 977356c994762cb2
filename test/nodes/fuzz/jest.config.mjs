// Broken, hostile and generated input: for the nodes, and as uploads for the sandbox.
import { ofNodes, ofSandbox, suite } from '../../../jest.config.mjs';

export default suite(ofNodes('test/nodes/fuzz'), ofSandbox('test/sandbox/fuzz'));
