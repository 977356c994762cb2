import { CARD, mm, sizeOf } from '../../groundTruth.ts';
import { dayBetween, printed, yearsAfter } from '../../synthetic/dates.ts';
import { identityFields } from '../../synthetic/people.ts';
import { identityCard, oldIdentityCard } from '../families.ts';

/** The national identity card since 2022, front. */
export const cinFront = identityCard('cin-front', CARD, {
  style: '3.8 open-sans #3b5b6d / 6.6 open-sans-bold / 4.4',
  draw({ random, print, shown, person }) {
    const expires = yearsAfter(dayBetween(random, 2022, 2025), 10);
    void print`
      gradient #eaf4ee #f6f3df
      waves 2.4 #cfe3d6 #e2dfbd #cddff0
      text 50 1.8 6 open-sans-bold centre: REPÚBLICA FEDERATIVA DO BRASIL
      lines 50 4.4 2.6 4.6 open-sans centre: GOVERNO DO ESTADO DE ${shown.stateName} | SECRETARIA DA SEGURANÇA PÚBLICA
      text 50 9.6 6 open-sans-bold centre #1c5d3a: CARTEIRA DE IDENTIDADE
      portrait 4 13 22 29
      down 29 13 5.2: Nome / Name [${shown.name}]; Nome Social / Social Name [];
        Registro Geral - CPF / Personal Number [${shown.cpf}] 37 | Sexo / Sex [${person.sex}];
        Data de Nascimento / Date of Birth [${shown.born}] 31 | Nacionalidade / Nationality [BRA];
        Naturalidade / Place of Birth [${shown.place}/${shown.state}];
        Data de Validade / Expiry Date [${printed(expires)}]
      signature 36 44 26 5.4
      caption 49 50.2: Assinatura do Titular / Cardholder’s Signature
      truth: nome ${shown.name} | cpf ${person.cpf} | data_nascimento ${person.born} |
        free naturalidade ${shown.place}/${shown.state} | data_validade ${expires} | filiacao_1 ${null}
    `;
  },
});

/** The green identity card, both sides on one sheet: portrait and thumb above, data below. */
export const rgBothSides = oldIdentityCard('rg-both-sides', sizeOf(mm(102), mm(138)), {
  colour: '#eef4e6',
  style: '5 arial #2b5a3c / 8 courier-bold',
  draw({ random, print, shown, person }) {
    const issued = dayBetween(random, 2005, 2019);
    const origin = () => `C.NASC LV A${random.whole(10, 99)} FL ${random.whole(10, 290)} N ${random.digits(5)}`;
    void print`
      waves 2.8 #bfdcbd #d3e4c6
      text 51 4 7.6 arial-bold centre #1e4a2e: REPÚBLICA FEDERATIVA DO BRASIL
      lines 51 7.6 3.6 6 arial-bold centre #1e4a2e: ESTADO DE ${shown.stateName} | SECRETARIA DA SEGURANÇA PÚBLICA |
        INSTITUTO DE IDENTIFICAÇÃO
      portrait 12 20 27 34
      thumb 72 36 11
      caption 72 51: POLEGAR DIREITO
      signature 48 54.5 42 7 #1c2448
      line 10 62.5 92 62.5
      caption 51 63: ASSINATURA DO TITULAR
      text 51 65.2 7 arial-bold centre #1e4a2e: CARTEIRA DE IDENTIDADE
      line 0 69 102 69 #88a890
      text 51 71 6 arial-bold centre #8a2020: VÁLIDA EM TODO O TERRITÓRIO NACIONAL
      6 76 23: REGISTRO GERAL [${shown.identity}]
      56 76 76: DATA DE EXPEDIÇÃO [${printed(issued)}]
      6 83 17: NOME [${shown.name}]
      6 90 17: FILIAÇÃO [${shown.father}]
      value 17 94.5: ${shown.mother}
      6 102 22: NATURALIDADE [${shown.place} - ${shown.state}]
      6 108 27: DATA DE NASCIMENTO [${shown.born}]
      6 114 20: DOC ORIGEM [${origin}]
      6 120 13: CPF [${shown.cpf}]
      official 52 121 36 7 #222222
      caption 70 129.5: ASSINATURA DO DIRETOR
      text 51 133 5.6 arial-bold centre: LEI Nº 7.116 DE 29/08/83
      truth: ${identityFields(person, issued)}
    `;
  },
});

/** A card of a state with labels above the values in two columns; half of what it has room for is left out. */
export const rgColumns = oldIdentityCard('rg-columns', sizeOf(mm(96), mm(65)), {
  colour: '#f0f5ec',
  style: '4.4 roboto-condensed #30543f / 7 roboto-bold / 5',
  draw({ random, print, shown, person }) {
    const issued = dayBetween(random, 2019, 2023);
    const expires = random.chance(0.5) ? yearsAfter(issued, 10) : null;
    const hasCpf = random.chance(0.6);
    void print`
      waves 2.6 #c9dfc4 #e2e4c4
      text 4 2.4 6.4 roboto-bold #1e4a2e: REPÚBLICA FEDERATIVA DO BRASIL
      text 4 5.4 5 roboto #1e4a2e: ESTADO DE ${shown.stateName} - CARTEIRA DE IDENTIDADE
      portrait 72 10 20 26
      down 4 10 5.4: NOME [${shown.name}]; NOME SOCIAL []; FILIAÇÃO [${shown.father}]
      value 4 25.4: ${shown.mother}
      down 4 30.4 5.4: DATA DE NASCIMENTO [${shown.born}] 34 | ÓRGÃO EXPEDIDOR [SSP/${shown.state}];
        NATURALIDADE [${shown.place}/${shown.state}]; REGISTRO GERAL [${shown.identity}] 34 |
        DATA DE EXPEDIÇÃO [${printed(issued)}] 32 | VALIDADE [${expires ? printed(expires) : ''}];
        CPF [${hasCpf ? shown.cpf : ''}] 34 | DNI [] 32 | FATOR RH []; TÍTULO DE ELEITOR [] 34 |
        CTPS / SÉRIE / UF [] 32 | PIS / PASEP []
      text 4 60 4.6 roboto-bold: LEI Nº 7.116 DE 29 DE AGOSTO DE 1983
      truth: nome ${shown.name} | free rg ${person.rg} | cpf ${hasCpf ? person.cpf : null} | data_nascimento ${person.born} |
        filiacao_1 ${shown.father} | filiacao_2 ${shown.mother} | free naturalidade ${shown.place}/${shown.state} |
        data_emissao ${issued} | data_validade ${expires} | free orgao_emissor SSP/${shown.state}
    `;
  },
});

/** An older card on which the labels stand under ruled lines, and the values on them. */
export const rgUnderLines = oldIdentityCard('rg-under-lines', sizeOf(mm(104), mm(72)), {
  colour: '#eef0f6',
  style: '5 arial #37476b / 8 courier-prime-bold',
  draw({ paper, random, printBy, style, shown, person }) {
    const issued = dayBetween(random, 1996, 2015);
    const put = ([x = 0, y = 0, width = 0]: number[], label: string, value: string) => {
      paper.text(mm(x + 1), mm(y), value, style.value);
      paper.line(mm(x), mm(y + 3.4), mm(x + width), mm(y + 3.4), { line: 0.4 });
      paper.text(mm(x + 1), mm(y + 3.9), label, style.label);
    };
    void printBy(put)`
      waves 3 #cfd6e8 #dfe3d0
      text 52 3 6 arial-bold centre #2a3a70: VÁLIDA EM TODO O TERRITÓRIO NACIONAL
      6 8.4 44: REGISTRO GERAL [${shown.identity}]
      56 8.4 42: DATA DE EXPEDIÇÃO [${printed(issued)}]
      down 6 16.6 8.2 92: NOME [${shown.name}]; NOME DO PAI [${shown.father}]; NOME DA MÃE [${shown.mother}]
      6 41.2 50: NATURALIDADE [${shown.place} - ${shown.state}]
      62 41.2 36: DATA DE NASCIMENTO [${shown.born}]
      6 49.4 44: CPF [${shown.cpf}]
      official 56 56 36 7 #222222
      caption 74 64.5: ASSINATURA DO DIRETOR
      text 6 67.5 5.4 arial-bold: LEI Nº 7.116 DE 29/08/83
      truth: ${identityFields(person, issued)}
    `;
  },
});
