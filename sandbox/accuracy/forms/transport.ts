import type { Random } from '../synthetic/random.ts';
import { Sheet, styleOf, typeface, type PrintedForm } from './sheet.ts';
import { brazilian as br, made, rowsOf } from './values.ts';

/** Of a manifest (MDF-e) and of a bill of carriage (CT-e), a row of their boxes in each line, or a heading. */
const MANIFEST = rowsOf(`
  Chave de acesso = key
  Modelo = [58] | Série = small | Número = number 2 | FL = one | Data e hora de emissão = dateAndTime 3 |
    UF carreg. = state 1.6 | UF descarreg. = state 1.8
  Protocolo de autorização = protocol | CIOT = number
  # Modal rodoviário de carga
  Qtd. CT-e = small | Qtd. NF-e = small | Peso total (Kg) = weight 2 | Valor total da carga = amount 2
  # Veículo
  Placa = plate | RNTRC = number | UF = state
  # Condutor
  CPF = cpf | Nome = person 3
  # Vale pedágio
  Responsável CNPJ = cnpj 2 | Fornecedora CNPJ = cnpj 2 | Nº comprovante = number 1.5
`);
const ADDRESS = 'Endereço = street 3 | Município = city 2 | CEP = postcode';
const BILL = rowsOf(`
  Chave de acesso = key
  Modal = [RODOVIÁRIO; AÉREO] 1.5 | Modelo = [57] | Série = small | Número = number 1.5 | FL = one |
    Data e hora de emissão = dateAndTime 3
  Tipo do CT-e = [NORMAL; Complementar] | Tipo do serviço = [NORMAL; Subcontratação] |
    Tomador do serviço = [REMETENTE; Destinatário]
  CFOP - Natureza da prestação = [5353 - PRESTACAO DE SERVICO DE TRANSPORTE; 6353 - Transporte a estab. comercial] 2 |
    Protocolo de autorização de uso = protocol
  Início da prestação = cityAndState | Término da prestação = cityAndState
  # Remetente
  Nome = company 4 | CNPJ/CPF = cnpj 2
  ${ADDRESS}
  Inscrição estadual = registration | País = [BRASIL] | Fone = phone
  # Destinatário
  Nome = capitalCompany 4 | CNPJ/CPF = cnpj 2
  ${ADDRESS}
  Produto predominante = [Peças automotivas; CALÇADOS; Grãos] 2 |
    Outras características da carga = [Paletizada; FRÁGIL] 2 | Valor total da mercadoria = amount 1.5
  # Componentes do valor da prestação do serviço
  Frete peso = amount | Frete valor = amount | Pedágio = amount | Valor total do serviço = amount 1.5 |
    Valor a receber = amount
  # Informações relativas ao imposto
  Situação tributária = [00 - TRIBUTAÇÃO NORMAL ICMS; 40 - ICMS isenção] 3 | Base de cálculo = amount |
    Alíq. ICMS = percent | Valor do ICMS = amount
`);
const TITLES = {
  manifest: ['DAMDFE', 'Documento Auxiliar de Manifesto Eletrônico de Documentos Fiscais'],
  bill: ['DACTE', 'Documento Auxiliar do Conhecimento de Transporte Eletrônico'],
};

/** A manifest or bill of carriage in boxes, in one of many typographies. */
export async function transportDocument(random: Random): Promise<PrintedForm> {
  const sheet = new Sheet();
  const style = styleOf(random, { least: random.pick([6.5, 7.5]) });
  const { bold } = typeface(random);
  const kind = random.pick(['manifest', 'bill'] as const);
  const left = random.whole(18, 36);
  const width = sheet.size.width - 2 * left;
  const [short, long] = TITLES[kind] as [string, string];
  sheet.paper.text(left, 24, br.company(random).printed, { font: bold, size: 11 });
  sheet.paper.text(left, 40, `${br.street(random).printed} - ${br.cityAndState(random).printed}`, style.value);
  sheet.caption(left, 54, short, { font: bold, size: 12 });
  sheet.caption(left + 60, 56, long, style.value);
  let y = 76;
  for (const row of kind === 'manifest' ? MANIFEST : BILL)
    if (typeof row === 'string') {
      const text = style.isCapital ? row.toUpperCase() : row;
      const font = random.pick([bold, style.label.font]);
      sheet.caption(left + 3, y + 3, text, { font, size: style.value.size });
      y += 15;
    } else y = sheet.cells(left, y, width, row.map(made(random, 0.06)), style);
  return sheet.finish();
}
