import { BOOKLET, mm, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient, rosette, waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { passportDay } from '../../synthetic/dates.ts';
import { passportLines } from '../../synthetic/passports.ts';
import { capitals } from '../../synthetic/people.ts';
import { asHolder, generateTraveller, VOUCHED, type Traveller } from '../../synthetic/passports.ts';

const STYLE = labelling('4.4 arial #31507a', '7.6 arial-bold', 5.2);

/** The page of data of a Brazilian passport. */
export const passportBrazil: Layout = {
  id: 'passport-brazil',
  type: 'passport',
  size: BOOKLET,
  draw(paper, random) {
    const traveller = generateTraveller(random);
    const { person } = traveller;
    paper.addPage(BOOKLET);
    gradient(paper, { x: 0, y: 0, ...BOOKLET }, '#eef5ea', '#f6efdc');
    waves(paper, { x: 0, y: 0, ...BOOKLET }, ['#c9dfcf', '#e6dbb8', '#cbd9e8'], random);
    rosette(paper, mm(96), mm(36), mm(18), '#d2dfc0');
    paper.text(mm(5), mm(3.4), 'REPÚBLICA FEDERATIVA DO BRASIL', '8 arial-bold #214f36');
    paper.text(mm(120), mm(3.4), 'PASSAPORTE / PASSPORT', '7 arial-bold right #214f36');
    const portrait = paper.picture(drawPortrait(random), mm(5), mm(14), mm(35), mm(46));
    drawData(paper, traveller);
    drawZone(paper, traveller);
    return {
      fields: fieldList`
        tipo P | pais_emissor BRA | numero ${traveller.number} | plain sobrenome ${capitals(person.surname)} |
        plain nome ${capitals(person.given)} | nacionalidade BRA | data_nascimento ${person.born} |
        sexo ${person.sex} | free naturalidade ${capitals(person.birthplace.name)} - ${person.birthplace.state} |
        data_emissao ${traveller.issued} | data_validade ${traveller.expires} |
        free orgao_emissor SR/DPF/${person.birthplace.state}
      `,
      portrait,
      vouched: VOUCHED,
    };
  },
};

function drawData(paper: Paper, { person, number, issued, expires }: Traveller): void {
  const put = (x: number, y: number, label: string, value: string) => stacked(paper, mm(x), mm(y), label, value, STYLE);
  put(43, 8.6, 'TIPO/TYPE', 'P');
  put(58, 8.6, 'PAÍS EMISSOR/ISSUING COUNTRY', 'BRA');
  put(92, 8.6, 'PASSAPORTE Nº/PASSPORT No.', number);
  put(43, 15.2, 'SOBRENOME/SURNAME', capitals(person.surname));
  put(43, 21.8, 'NOME/GIVEN NAMES', capitals(person.given));
  put(43, 28.4, 'NACIONALIDADE/NATIONALITY', 'BRASILEIRO(A)');
  put(43, 35, 'DATA DE NASCIMENTO/DATE OF BIRTH', passportDay(person.born));
  put(88, 35, 'IDENTIDADE Nº/PERSONAL No.', '');
  put(43, 41.6, 'SEXO/SEX', person.sex);
  put(58, 41.6, 'NATURALIDADE/PLACE OF BIRTH', `${capitals(person.birthplace.name)} - ${person.birthplace.state}`);
  put(43, 48.2, 'FILIAÇÃO/PARENTS', capitals(person.mother));
  put(43, 54.8, 'DATA DE EXPEDIÇÃO/DATE OF ISSUE', passportDay(issued));
  put(88, 54.8, 'VÁLIDO ATÉ/DATE OF EXPIRY', passportDay(expires));
  put(43, 61, 'AUTORIDADE/AUTHORITY', `SR/DPF/${person.birthplace.state}`);
}

function drawZone(paper: Paper, traveller: Traveller): void {
  paper.fill(0, mm(67.5), BOOKLET.width, mm(20.5), '#fbfbf7');
  paper.lines(mm(5), mm(71.5), mm(6.4), passportLines(asHolder(traveller)), '11.6 cousine +0.35');
}
