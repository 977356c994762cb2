// What is installed in an empty folder, from the packages of this clone and those of the registry: the sandbox.
import { ofNodes, suite } from '../../jest.config.mjs';

export default suite(ofNodes('test/installed'));
