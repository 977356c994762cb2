import { textList } from '../../../reader/src/text/pattern.ts';
import { A4 } from '../../groundTruth.ts';
import { generateCompany } from '../../synthetic/companies.ts';
import { dayBetween, printed } from '../../synthetic/dates.ts';
import { generatePerson } from '../../synthetic/people.ts';
import { letter, mixedFile as fileOf } from '../families.ts';
import { contractClauses } from './contracts.ts';
import { rgBothSides } from './identityCards.ts';
import { letterForm } from './letters.ts';
import { nfseBoxes } from './serviceInvoices.ts';
import { statementColumns, statementSigns } from './statements.ts';

/** Four documents scanned into one file. */
export const mixedFile = fileOf(
  'mixed-file',
  [letterForm, nfseBoxes, rgBothSides, statementColumns],
  ['numero_do_protocolo', 'valor_solicitado', 'forma_de_pagamento', 'titular', 'saldo_anterior', 'saldo_final'],
);

/** Minutes of a meeting: continuous text under a title. */
const minutes = letter('minutes', A4, {
  draw({ print, random }) {
    const company = generateCompany(random);
    const subject = random.pick(['Aprovação do orçamento', 'Eleição do conselho', 'Reforma da fachada']);
    const room = `Sala ${random.whole(1, 9)}`;
    void print`
      text ${A4.width / 2} 60 14 arial-bold centre: ATA DE REUNIÃO
      lines 60 96 16 10: Pauta: ${subject} | Local: ${room}
      paragraph 60 140 475 1.5 10: No dia ${printed(dayBetween(random, 2023, 2025))} reuniram-se os representantes da \
        ${company.name}, sob a presidência de ${generatePerson(random).name}, que expôs os motivos do encontro. \
        Depois de ampla discussão, os presentes concordaram com o que foi proposto e nada mais havendo a tratar a \
        reunião foi encerrada.
      truth: pauta ${subject} | local ${room}
    `;
  },
});

/** A list of dishes, which nobody expects among papers. */
const menu = letter('menu', A4, {
  draw({ print, random }) {
    const dishes = textList(`
      Arroz com legumes | Feijão tropeiro | Peixe grelhado | Salada da estação | Torta de palmito | Pudim de leite |
      Frutas da época
    `);
    void print`
      text 70 70 18 lato-bold: Cardápio da semana
      lines 70 120 26 12 lato: ${dishes.slice(random.whole(0, 2)).join('\n')}
      truth: ${[]}
    `;
  },
});

/** A file with pages of no known kind between statements and a contract. */
export const mixedStranger = fileOf(
  'mixed-stranger',
  [statementColumns, minutes, contractClauses, menu, statementSigns],
  ['nire', 'capital_social', 'pauta', 'local'],
);
