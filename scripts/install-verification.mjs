// Installs the tools with which n8n checks a package before it verifies it. They bring hundreds of packages, and other
// versions of some that are here: so they are a project of their own. Runs on any Node >= 20.
import { join } from 'node:path';
import { installProject } from './packages.mjs';
import { root } from './ready.mjs';

installProject("Installing n8n's checks of packages (once, 260 MB)", join(root, 'test/verification')).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
