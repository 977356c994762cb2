import { textList } from '../../../reader/src/text/pattern.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { cells, factFields, factsOf, type GridCell } from '../../drawing/forms.ts';
import { A4, CARD, mm } from '../../groundTruth.ts';
import { asPostcode, generateAddress } from '../../synthetic/addresses.ts';
import { signed, valueOf } from '../../synthetic/banking.ts';
import { clausesOf, generateCompany, introduced, placeOf, whole } from '../../synthetic/companies.ts';
import { dayBetween, inWords, printed, yearsAfter } from '../../synthetic/dates.ts';
import { denseText, generateDriver, testCode } from '../../synthetic/drivers.ts';
import { amount, asCnpj, asCpf, asIdentity } from '../../synthetic/numbers.ts';
import { capitals, generatePerson, type Person } from '../../synthetic/people.ts';
import { type Entry, entryTruth } from '../../synthetic/properties.ts';
import { articlesOfAssociation, codePage, letter, longStatement, mixedFile, propertyRegistry } from '../families.ts';
import { danfeWide } from './invoices.ts';

/** A dense code beside the text of a card's back, on a tinted ground. */
export const vioCorner = codePage('unseen-vio-corner', CARD, {
  copies: { photo: 5 },
  colour: '#f1ead9',
  async draw({ print, random }) {
    const value = denseText(random, random.whole(300, 520));
    const code = await drawBarcode(value, 'QRCode');
    const lines = ['PROIBIDO PLASTIFICAR', 'VÁLIDA COMO DOCUMENTO', 'DE IDENTIDADE', ''];
    void print`
      waves 2.5 #e0d3b6 #d3dcc4
      fill 36.5 4 46 46 #fbf8ee
      picture 38.5 6 42 42: ${code}
      lines 4 8 5 6.4 barlow-condensed: ${() => [...lines, random.digits(11), `SP${random.digits(9)}`].join('\n')}
      truth: ${{ codes: [{ format: 'QRCode', value }] }}
    `;
  },
});

/** The sandbox's test code in a corner of a sheet full of other things. */
export const vioSheet = codePage('unseen-vio-sheet', A4, {
  unit: 1,
  async draw({ print, random }) {
    const { code, fields } = testCode(generateDriver(random));
    const text =
      'Este impresso reproduz um documento guardado em telefone. Para conferir, aponte a câmera para o ' +
      'código e compare o que aparecer com o que está escrito aqui.';
    void print`
      text 60 60 18 lato-bold: Documento digital
      paragraph 60 100 475 1.5 11 lato: ${text}
      paragraph 60 +14 475 1.5 11 lato: ${text}
      paragraph 60 +14 475 1.5 11 lato: ${text}
      paragraph 60 +14 475 1.5 11 lato: ${text}
      picture ${A4.width - mm(85)} ${A4.height - mm(90)} ${mm(68)} ${mm(68)}: ${await drawBarcode(code, 'QRCode')}
      truth: ${fields}
    `;
  },
});

const BODY = { font: 'libre-baskerville', size: 10, leading: 1.75 } as const;
const ORDINALS = ['Primeira', 'Segunda', 'Terceira', 'Quarta', 'Quinta', 'Sexta', 'Sétima'];
/** Of the clauses, in their order. */
const TITLES = textList(`
  Do Nome e da Sede | Do Objeto | Do Capital | Da Administração | Do Início e do Prazo | Do Exercício | Do Foro
`);

/**
 * Articles of association over several pages, in a book's type: partners introduced in prose, clauses under centred
 * titles, page numbers.
 */
export const contractPages = articlesOfAssociation('unseen-contract-pages', A4, {
  degradations: ['pdf', 'scan300', 'scan150', 'rotated', 'low'],
  draw({ print, paper, society }) {
    const { company, address, day, partners } = society;
    const clauses = clausesOf(society).map(({ text }, index) => {
      return { title: `Cláusula ${ORDINALS[index]} – ${TITLES[index]}`, text };
    });
    const rows = partners.map(({ person, quotas, share }): GridCell[] => {
      return [person.name, whole(quotas), [amount(quotas), quotas.toFixed(2)], `${share},00%`];
    });
    const middle = A4.width / 2;
    void print`
      truth: ${clauses.map(({ title }) => ({ name: 'title', value: title, agreement: 'free' as const }))}
      truth: ${{ texts: clauses.map(({ text }) => text) }}
      text ${middle} 70 12 libre-baskerville-bold centre: INSTRUMENTO PARTICULAR DE CONTRATO SOCIAL
      text ${middle} 90 11 libre-baskerville centre: ${company.name}
    `;
    const opening =
      `Pelo presente instrumento, ${partners.map(introduced).join('; e ')}; resolvem constituir uma sociedade ` +
      'empresária limitada, que se regerá pelas cláusulas seguintes.';
    let y = paper.paragraph(78, 125, 440, opening, BODY) + 16;
    for (const [index, { title, text }] of clauses.entries()) {
      if (y > 640) y = turnPage();
      paper.text(middle, y, title, '10 libre-baskerville-bold centre');
      y = paper.paragraph(78, y + 20, 440, text, BODY) + 6;
      if (index === 2) y = drawQuotas(y) + 8;
      y += 10;
    }
    if (y > 620) y = turnPage();
    void print`text 78 ${y} 10 libre-baskerville: ${address.city.name}, ${inWords(day)}.`;
    partners.forEach(({ person }, index) => {
      const top = y + 46 * index;
      void print`
        official 108 ${top + 26} 110 24
        line 78 ${top + 54} 298 ${top + 54}
        text 78 ${top + 57} 7.6 libre-baskerville: ${person.name}
      `;
    });
    paper.text(middle, 800, String(paper.page), '8 libre-baskerville centre');

    function turnPage(): number {
      paper.text(middle, 800, String(paper.page), '8 libre-baskerville centre');
      paper.addPage(A4);
      return 70;
    }

    function drawQuotas(top: number): number {
      void print`
        records 78 ${top} 19 all 8.6 libre-baskerville-bold / 8.6 libre-baskerville: Sócios 200 | Nº de quotas 80 > |
          Valor 90 > | Percentual 70 > = ${rows}
      `;
      return top + 19 * (rows.length + 1);
    }
  },
});

/** A form to be filled in, in frames with small labels in their corners. */
export const formBoxes = letter('unseen-form-boxes', A4, {
  style: '6.8 ubuntu #44546a / 10 ubuntu',
  draw({ print, random }) {
    const person = generatePerson(random);
    const address = generateAddress(random);
    const income = random.whole(150_000, 2_500_000) / 100;
    const civil = ['Solteiro', 'Casado', 'Divorciado', 'União estável'];
    const professions = ['Professora', 'Eletricista', 'Engenheiro civil', 'Autônomo', 'Médica'];
    const rows = cells`
      Nome do cliente [${person.name}] 365 | Sexo [${person.sex === 'F' ? 'Feminino' : 'Masculino'}] 150
      CPF [${asCpf(person.cpf)}] 170 = ${person.cpf} | RG [${asIdentity(person.rg)}] 175 |
        Nascimento [${printed(person.born)}] 170 = ${person.born}
      Nome da mãe [${person.mother}] 515
      Logradouro [${address.street}] 365 | Número [${address.number}] 150
      Bairro [${address.suburb}] 220 | Cidade [${address.city.name}] 200 | UF [${address.city.state}] 95
      CEP [${asPostcode(address.postcode)}] 170 |
        Telefone [(${String(random.whole(11, 89))}) 9${random.digits(4)}-${random.digits(4)}] 175 |
        Estado civil [${random.pick(civil)}] 170
      Profissão [${random.pick(professions)}] 345 | Renda mensal [R$ ${amount(income)}] 170 = ${income.toFixed(2)}
    `;
    void print`
      fill 40 40 515 34 #2f5597
      text 52 49 15 ubuntu-bold #ffffff: FICHA CADASTRAL
      text 543 52 11 ubuntu-bold right #ffffff: Nº ${random.digits(6)}
      rows 40 86 30: ${rows}
      paragraph 40 +18 515 1.3 9 ubuntu: Declaro que as informações acima são verdadeiras e autorizo a sua conferência, nos termos da lei.
      official 330 +18 140 30
      line 310 +52 520 +52
      text 415 +56 8 ubuntu centre: Assinatura do declarante
      truth: ${factFields(rows.flat())}
    `;
  },
});

/** A letter with its facts in two columns, bold labels on the left and values beside them without colons. */
export const letterColumns = letter('unseen-letter-columns', A4, {
  draw({ print, random }) {
    const person = generatePerson(random);
    const from = dayBetween(random, 2023, 2025);
    const until = yearsAfter(from, 1);
    const [premium, limit] = [random.whole(20_000, 500_000) / 100, random.whole(20, 900) * 1000];
    const broker = generateCompany(random);
    const facts = factsOf`
      Número da apólice [${random.digits(11)}] |
      Ramo [${random.pick(['Automóvel', 'Residencial', 'Vida em grupo'])}] |
      Início de vigência [${printed(from)}] = ${from} | Fim de vigência [${inWords(until)}] = ${until} |
      Prêmio total [R$ ${amount(premium)}] = ${premium.toFixed(2)} |
      Limite de indenização [R$ ${amount(limit)}] = ${limit.toFixed(2)} | Corretor [${broker.name}] |
      CNPJ do corretor [${asCnpj(broker.cnpj)}] = ${broker.cnpj} | Parcelas [${String(random.whole(2, 12))}]
    `;
    const address = generateAddress(random);
    void print`
      text 535 46 17 pt-serif-bold right #7b241c: Seguradora Amostra
      lines 70 96 15 11 pt-serif: ${person.name} | ${address.street}, ${address.number} |
        ${address.city.name} ${address.city.state}
      paragraph 70 165 460 1.45 11 pt-serif: ${person.sex === 'F' ? 'Cara' : 'Caro'} cliente, sua apólice foi renovada. \
        Veja abaixo as condições que passam a valer e guarde esta carta com os seus documentos.
    `;
    facts.forEach(({ label, value }, at) => {
      const y = 18 + 22 * at;
      void print`
        text 70 +${y} 10.5 pt-serif-bold: ${label}
        text 270 +${y} 10.5 pt-serif: ${value}
        line 70 +${y + 16} 530 +${y + 16} 0.4 #c9c9c9
      `;
    });
    void print`
      paragraph 70 +${18 + 22 * facts.length + 12} 460 1.45 11 pt-serif: Se mudar de endereço, avise-nos. \
        Em caso de sinistro ligue para a central, que funciona todos os dias.
      official 70 +14 120 34
      text 70 +52 10 pt-serif: Diretoria de Relacionamento
      truth: ${factFields(facts)}
    `;
  },
});

const REGISTRY_BODY = { font: 'tinos', size: 11, leading: 1.4 } as const;

/** A registry's sheet as most offices write them: each entry one paragraph of prose. */
export const registryProse = propertyRegistry('unseen-registry-prose', A4, {
  colour: '#fdfcf7',
  draw({ print, paper, property }) {
    const { office, register, sheet, opened, address, owner } = property;
    void print`
      frame 50 40 495 90
      text ${A4.width / 2} 48 13 tinos-bold centre: LIVRO Nº 2 - REGISTRO GERAL
      text ${A4.width / 2} 66 10 tinos-bold centre: ${office}º CARTÓRIO DE REGISTRO DE IMÓVEIS DE ${capitals(address.city.name)}
      text 70 92 8 tinos: MATRÍCULA
      text 70 102 13 tinos-bold: ${register}
      text 200 92 8 tinos: FICHA
      text 200 102 13 tinos-bold: ${sheet}
      text 525 104 10 tinos right: ${address.city.name}, ${inWords(opened)}
    `;
    const place = `IMÓVEL: Um prédio e o respectivo terreno situados na ${placeOf(address)}.`;
    const paragraphs = [
      `${place} PROPRIETÁRIO: ${presented(owner)}.`,
      ...property.entries.map((entry) => proseOf(register, entry)),
    ];
    let y = 150;
    for (const text of paragraphs) y = paper.paragraph(60, y, 475, text, REGISTRY_BODY) + 12;
    paper.text(60, y + 10, 'O Oficial Substituto,', REGISTRY_BODY);
    const { fields, tables } = entryTruth(property);
    void print`truth: ${{ fields: [{ name: 'matricula', value: register }, ...fields], tables }}`;
  },
});

const presented = ({ name, cpf, sex }: Person): string =>
  `${name}, ${sex === 'F' ? 'brasileira, solteira' : 'brasileiro, solteiro'}, inscrito no CPF sob nº ${asCpf(cpf)}`;

function proseOf(register: string, { letter, number, title, day, from, to, value, note }: Entry): string {
  const begin = `${letter}-${number}/${register} - Em ${inWords(day)}.`;
  if (note)
    return `${begin} Procede-se a esta averbação para constar que ${note}, conforme documento arquivado. Dou fé.`;
  const price = value === null ? '' : ` VALOR: R$ ${amount(value)}.`;
  return (
    `${begin} TÍTULO: ${title.charAt(0)}${title.slice(1).toLowerCase()}. TRANSMITENTE: ` +
    `${from ? presented(from) : ''}. ADQUIRENTE: ${to ? presented(to) : ''}.${price} Dou fé.`
  );
}

/**
 * A bank statement of an application: grey labels above facts in a row, striped table with signed amounts and running
 * balance.
 */
export const statementLedger = longStatement('unseen-statement-ledger', A4, {
  style: '7 roboto #777777 / 10 roboto-medium / 10',
  draw({ print, account: { holder, opening, movements, agency, number } }) {
    void print`
      fill 0 0 ${A4.width} 62 #00695c
      text 40 18 20 roboto-bold #ffffff: conta modelo
      text 555 24 14 roboto right #ffffff: Extrato mensal
      40 78: Cliente [${holder.name}] 210 | Agência [${agency}] 80 | Conta corrente [${number}] 110 |
        Saldo inicial [R$ ${amount(opening)}]
    `;
    for (let stripe = 0; stripe < movements.length; stripe += 2)
      void print`fill 40 ${136 + 20 * stripe} 515 20 #eef5f4`;
    const rows = movements.map(({ day, text, document, balance, ...movement }): GridCell[] => {
      return [[printed(day), day], text, document, signed(valueOf(movement)), signed(balance)];
    });
    void print`
      records 40 116 20 8 roboto-bold / 8.6 roboto: Data 70 | Descrição 190 | Nº documento 75 | Valor (R$) 90 > |
        Saldo (R$) 90 > = ${rows}
      truth: cliente ${holder.name} | agencia ${agency} | conta_corrente ${number} | saldo_inicial ${opening.toFixed(2)}
    `;
  },
});

/** Documents of one page and of several in one file, upright and across. */
export const mixedPages = mixedFile(
  'unseen-mixed-pages',
  [statementLedger, contractPages, danfeWide, letterColumns],
  ['numero_da_apolice', 'premio_total', 'fim_de_vigencia', 'cliente', 'conta_corrente', 'saldo_inicial'],
);
