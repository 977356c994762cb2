import { textList } from '../../reader/src/text/pattern.ts';
import type { Random } from '../synthetic/random.ts';
import { rowsIn } from '../templates.ts';
import { asPrinted, Sheet, styleOf, typeface, type PrintedForm, type Value } from './sheet.ts';
import { brazilian as br } from './values.ts';

const partyRows = (suffix: string) => `
  CNPJ / CPF / NIF > cpf_cnpj${suffix} = party | Inscrição Municipal > inscricao_municipal${suffix} = number?0.5 |
    Telefone > telefone${suffix} = phone?0.6
  Nome / Nome Empresarial > nome${suffix} = capitalCompany 2 | E-mail > email${suffix} = email 2
  Endereço > endereco${suffix} = street 2 | Município > municipio${suffix} = town | CEP > endereco_cep${suffix} = postcode
`;
/**
 * A row of captions a line, or a heading. Behind a caption the name of its field, if it has one, its value, how likely
 * it is there, and the columns that it takes.
 */
const ROWS = rowsIn(`
  Chave de Acesso da NFS-e > chave_acesso = serviceKey 4
  Número da NFS-e > numero_nota_fiscal = number | Competência da NFS-e = date |
    Data e Hora da emissão da NFS-e > data_emissao = day 2
  Número da DPS = number | Série da DPS = small | Data e Hora da emissão da DPS = dateAndTime 2
  # EMITENTE DA NFS-e - Prestador do Serviço
  ${partyRows('_prestador').trim()}
  # TOMADOR DO SERVIÇO
  ${partyRows('').trim()}
  # INTERMEDIÁRIO DO SERVIÇO NÃO IDENTIFICADO NA NFS-e
  # SERVIÇO PRESTADO
  Código de Tributação Nacional = [01.07.01 - Suporte técnico] 2 |
    Local da Prestação > local_prestacao_servico = cityAndState | País da Prestação
  Descrição do Serviço > descricao_item = [Manutenção de computadores conforme contrato] 4
  # TRIBUTAÇÃO MUNICIPAL
  Tributação do ISSQN = [Operação Tributável] | País Resultado da Prestação do Serviço |
    Município de Incidência do ISSQN = cityAndState | Regime Especial de Tributação > regime = [Nenhum]
  Valor do Serviço = price | Desconto Incondicionado | Total Deduções/Reduções > valor_deducoes = reais?0.3 |
    Cálculo do BM
  BC ISSQN > valor_base_calculo = reais?0.8 | Alíquota Aplicada > aliquota_iss_item = rate | Retenção do ISSQN = [Não Retido] |
    ISSQN Apurado > valor_iss = reais?0.8
  # VALOR TOTAL DA NFS-E
  Valor do Serviço > valor_total_nota = price | Desconto Condicionado | Desconto Incondicionado | ISSQN Retido
  IRRF, CP, CSLL - Retidos | PIS/COFINS Retidos | Valor Líquido da NFS-e > valor_liquido = reais
`);
const ENTRY = /^([^>=]+?)(?: > (\w+))?(?: = (?:(\w+)|\[(.+)\])(?:\?([\d.]+))?)?(?: (\d))?$/;

/** The national form of the service invoice (DANFSe): captions above values in four columns. */
export async function nationalServiceInvoice(random: Random): Promise<PrintedForm> {
  const sheet = new Sheet();
  const style = { ...styleOf(random, { least: 6.5 }), isFramed: false, isCapital: false };
  const { bold } = typeface(random);
  const left = random.whole(24, 40);
  const width = sheet.size.width - 2 * left;
  sheet.caption(left + 120, 22, 'DANFSe v1.0', { font: bold, size: 12 });
  sheet.caption(left + 120, 38, 'Documento Auxiliar da NFS-e', style.value);
  const price = br.reais(random);
  const makers: Record<string, () => Value> = {
    ...Object.fromEntries(Object.entries(br).map(([name, make]) => [name, () => make(random)])),
    price: () => price,
    rate: () => ({ printed: '2,00%', value: '2.00' }),
    party: () => random.pick([br.cnpj, br.lettersCnpj])(random),
    day: () => asDay(br.dateAndTime(random)),
    town: () => asCity(br.cityAndState(random)),
  };
  let y = 60;
  for (const row of ROWS)
    if (row.startsWith('# ')) {
      sheet.paper.line(left, y - 2, left + width, y - 2);
      sheet.caption(left, y, row.slice(2), { font: bold, size: style.value.size ?? 8 });
      y += (style.value.size ?? 8) * 1.6;
    } else {
      let x = left;
      for (const entry of textList(row)) {
        const [, label = entry, name, maker = '', text, chance = '1', columns = '1'] = ENTRY.exec(entry) ?? [];
        const isThere = chance === '1' || random.chance(Number(chance));
        const value = text ? asPrinted(text) : isThere ? (makers[maker]?.() ?? null) : null;
        const room = (width / 4) * Number(columns);
        sheet.captions.push(label);
        sheet.fitted(x, y, room - 6, label, style.label);
        sheet.fitted(x, y + (style.label.size ?? 7) * 1.25, room - 6, value?.printed ?? '-', style.value);
        const note = (name: string, value: string, accepted: string[], optional: boolean) =>
          sheet.pairs.push({ name, value, accepted, optional });
        if (name && value) note(name, value.value, [value.printed], false);
        if (name?.startsWith('municipio') && value)
          note(name.replace('municipio', 'endereco_uf'), value.printed.slice(-2), [], true);
        x += room;
      }
      y += (style.label.size ?? 7) * 1.25 + (style.value.size ?? 8) * 1.6;
    }
  return sheet.finish();
}

const asDay = ({ printed }: Value): Value => ({
  printed,
  value: printed.slice(0, 10).split('/').toReversed().join('-'),
});
const asCity = ({ printed }: Value): Value => ({ printed, value: printed.replace(/ - ..$/, '') });
