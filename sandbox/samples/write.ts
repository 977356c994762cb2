import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from './contract.ts';
import { encrypted } from './encrypted.ts';
import { identity } from './identity.ts';
import { propertyRegistry } from './propertyRegistry.ts';
import { serviceInvoice } from './serviceInvoice.ts';
import { statement } from './statement.ts';

const samples = {
  'service-invoice.pdf': serviceInvoice,
  // Its total is a cent more than its lines add up to: for the option "Sums".
  'invoice-one-cent-off.pdf': () => serviceInvoice('1.025,01'),
  'contract.pdf': contract,
  'property-registry.pdf': propertyRegistry,
  'statement.pdf': statement,
  'identity.pdf': identity,
};

for (const [name, make] of Object.entries(samples)) await writeFile(join(import.meta.dirname, name), await make());
// Encryption is salted at random: written once, so that the samples stay the same bytes.
const locked = join(import.meta.dirname, 'encrypted.pdf');
if (!existsSync(locked)) await writeFile(locked, await encrypted());
