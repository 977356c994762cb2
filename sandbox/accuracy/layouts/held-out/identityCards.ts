import { drawBarcode } from '../../drawing/barcodes.ts';
import { A4, mm, points, sizeOf } from '../../groundTruth.ts';
import { dayBetween, printed, yearsAfter } from '../../synthetic/dates.ts';
import { cardLines } from '../../synthetic/passports.ts';
import { identityCard, oldIdentityCard } from '../families.ts';

/** The national identity card printed from the telephone, enlarged, both sides on a sheet. */
export const cinPrintout = identityCard('unseen-cin-printout', A4, {
  style: '5.4 lato #40607a / 9 lato-bold / 6.6',
  async draw({ random, print, shown, person }) {
    const issued = dayBetween(random, 2022, 2025);
    const expires = yearsAfter(issued, 10);
    const address = `https://identidade.example.gov.br/${random.digits(24)}`;
    const holder = { ...person, number: person.cpf.slice(0, 9), expires, state: 'BRA', nationality: 'BRA' };
    const codes = [{ format: 'QRCode' as const, value: address }];
    void print`
      text ${points(A4.width / 2)} 12 15 lato-bold centre #1351b4: Carteira de Identidade Nacional
      side 45 26 120 76
      gradient #dff0e2 #fdf6cf
      text 6 3 9 lato-bold: República Federativa do Brasil
      text 6 7.4 7 lato: Governo Federal
      portrait 84 6 30 40
      down 6 14 8: Nome [${shown.name}]; Registro Geral / CPF [${shown.cpf}] 44 |
        Sexo [${person.sex === 'F' ? 'Feminino' : 'Masculino'}]; Data de nascimento [${shown.born}] 44 |
        Nacionalidade [BRA]; Naturalidade [${shown.place} - ${shown.state}]; Validade [${printed(expires)}]
      signature 70 54 40 11
      caption 90 67: Assinatura do titular
      side 45 112 120 76
      gradient #fdf6cf #dff0e2
      down 6 8 7 32: Filiação 1 [${shown.mother}]; Filiação 2 [${shown.father}];
        Órgão expedidor [${person.issuer.replace(' ', '/')}]; Local de emissão [${shown.place}/${shown.state}];
        Data de emissão [${printed(issued)}]
      fill 0 52 120 24 #ffffff
      zone 6 55 6.4 13.5 b612-mono +1.6: ${cardLines(holder, 'ID').join('\n')}
      picture 86 10 28 28: ${await drawBarcode(address, 'QRCode')}
      truth: nome ${shown.name} | cpf ${person.cpf} | data_nascimento ${person.born} | filiacao_1 ${shown.mother} |
        filiacao_2 ${shown.father} | free naturalidade ${shown.place} - ${shown.state} | data_emissao ${issued} |
        data_validade ${expires} | free orgao_emissor ${person.issuer}
      truth: ${{ codes }}
    `;
  },
});

/** The identity card of 2019 in card size, one side under the other. */
export const rgCard = oldIdentityCard('unseen-rg-card', sizeOf(mm(86), mm(112)), {
  style: '4 titillium #6a4b2c / 6.8 titillium-bold / 4.4',
  draw({ random, print, shown, person }) {
    const issued = dayBetween(random, 2019, 2023);
    const civil = () => `CERT. NASC. LV ${random.whole(10, 99)} FLS ${random.whole(10, 200)} TERMO ${random.digits(5)}`;
    void print`
      side 0 0 86 54
      gradient #f3ead8 #e3ecdc
      waves 2.6 #e3d2b0 #cfdcc2
      side 0 58 86 54
      gradient #f3ead8 #e3ecdc
      waves 2.6 #e3d2b0 #cfdcc2
      side 0 0 86 54
      fill 0 0 86 9.5 #a9712f
      text 4 1.6 7 titillium-bold #ffffff: REPÚBLICA FEDERATIVA DO BRASIL
      text 4 5 4.6 titillium #ffffff: ESTADO DE ${shown.stateName} · POLÍCIA CIVIL · IDENTIFICAÇÃO CIVIL
      portrait 60 12 22 28
      4 12: Nome [${shown.name}]
      4 18.5: Nome Social []
      label 4 25: Filiação
      lines 4 26.8 3.1 6.8 titillium-bold: ${shown.mother} | ${shown.father}
      4 35: Data de Nascimento [${shown.born}] 26 | Naturalidade [${shown.place}-${shown.state}]
      signature 30 41.5 26 6.5 #20202a
      caption 43 49.6: Assinatura do Titular
      text 71 42 5 titillium-bold centre #7a2f12: CARTEIRA DE IDENTIDADE
      side 0 58 86 54
      text 43 2 5.4 titillium-bold centre: VÁLIDA EM TODO O TERRITÓRIO NACIONAL
      down 4 7 7: Registro Geral [${shown.identity}] 40 | CPF [${shown.cpf}];
        Órgão Expedidor [${person.issuer.replace(' ', '/')}] 26 | Via [02] 14 | Data de Expedição [${printed(issued)}];
        Registro Civil [${civil}]; Título de Eleitor [${() => random.digits(12)}] 40 | NIS/PIS/PASEP [];
        Fator RH [${() => random.pick(['O+', 'A+', 'B-', 'AB+'])}] 16 | Observações []
      thumb 74 38 8
      official 12 42 28 6 #333333
      caption 26 49.4: Assinatura do Diretor
      truth: nome ${shown.name} | free rg ${person.rg} | cpf ${person.cpf} | data_nascimento ${person.born} |
        filiacao_1 ${shown.mother} | filiacao_2 ${shown.father} | free naturalidade ${shown.place}-${shown.state} |
        data_emissao ${issued} | free orgao_emissor ${person.issuer} | data_validade ${null}
    `;
  },
});

/**
 * An identity card of another state: its sides one beside the other, abbreviated labels above what was printed later.
 */
export const rgWide = oldIdentityCard('unseen-rg-wide', sizeOf(mm(200), mm(68)), {
  colour: '#e9eef5',
  style: `4.8 ubuntu #32507a / 8 cousine-bold #101018 / ${mm(2.2)}`,
  draw({ random, print, shown, person }) {
    const issued = dayBetween(random, 2000, 2018);
    const origin = () => `CERT NASC ${random.digits(6)} LIV ${random.digits(3)} FOL ${random.digits(3)}`;
    void print`
      waves 2.5 #c6d4e6 #d8dfe9
      lines 50 3 3 6 ubuntu-bold centre #1f3b63: REPÚBLICA FEDERATIVA DO BRASIL | ESTADO ${shown.stateName} |
        DIRETORIA DE IDENTIFICAÇÃO CIVIL
      portrait 62 15 28 36
      thumb 30 32 12
      caption 30 48: POLEGAR DIREITO
      signature 20 53 50 8 #1d1d40
      caption 50 63: ASSINATURA DO TITULAR
      line 100 0 100 68 #8fa3bd
      text 150 2.5 7 ubuntu-bold centre #1f3b63: CARTEIRA DE IDENTIDADE
      down 104 7 8: RG [${person.rg}] 44 | DATA EXPEDIÇÃO [${printed(issued, '.')}] 32 | VIA [1ª]; NOME [${shown.name}];
        PAI [${shown.father}]; MÃE [${shown.mother}]; NATURAL DE [${shown.place} ${shown.state}] 56 |
        NASCIMENTO [${printed(person.born, '.')}]; DOC. DE ORIGEM [${origin}]; CPF [${shown.cpf}] 44 |
        ÓRGÃO EMISSOR [${person.issuer.replace(' ', '-')}]
      text 150 63.5 4.8 ubuntu centre: LEI Nº 7.116, DE 29 DE AGOSTO DE 1983
      truth: nome ${shown.name} | free rg ${person.rg} | cpf ${person.cpf} | data_nascimento ${person.born} |
        filiacao_1 ${shown.father} | filiacao_2 ${shown.mother} | free naturalidade ${shown.place} ${shown.state} |
        data_emissao ${issued} | free orgao_emissor ${person.issuer}
    `;
  },
});
