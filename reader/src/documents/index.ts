import { articlesOfAssociation } from './articlesOfAssociation.ts';
import { boleto } from './boleto/boleto.ts';
import { certificate } from './certificate.ts';
import { contract } from './contract.ts';
import { danfe } from './danfe/danfe.ts';
import { driverLicence } from './driverLicence/driverLicence.ts';
import { foreignIdentity } from './passport/passport.ts';
import { identityCard } from './identityCard/identityCard.ts';
import type { Kind } from './kind.ts';
import { passport } from './passport/passport.ts';
import { paymentCard } from './paymentCard/paymentCard.ts';
import { propertyRegistry } from './propertyRegistry.ts';
import { serviceInvoice } from './serviceInvoice.ts';
import { statement } from './statement.ts';

/** Every kind of document the sandbox knows; the first that fits a page is it. */
export const KINDS: Kind[] = [
  serviceInvoice,
  danfe,
  boleto,
  propertyRegistry,
  articlesOfAssociation,
  driverLicence,
  passport,
  identityCard,
  foreignIdentity,
  certificate,
  contract,
  statement,
  paymentCard,
];
