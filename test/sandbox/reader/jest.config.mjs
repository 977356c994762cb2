import { ofSandbox, suite } from '../../../jest.config.mjs';

export default suite(ofSandbox('test/sandbox/reader'));
