// The sandbox, and the reader that it has.
import { ofSandbox, suite } from '../../jest.config.mjs';

export default suite(ofSandbox('test/sandbox/server'), ofSandbox('test/sandbox/reader'));
