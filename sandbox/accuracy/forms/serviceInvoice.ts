import type { Random } from '../synthetic/random.ts';
import { asPrinted, Sheet, styleOf, typeface, type PrintedForm } from './sheet.ts';
import { brazilian as br, made, rowsOf } from './values.ts';

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
const ROWS = `
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
  Código de Tributação Nacional = "01.07.01 - Suporte técnico" 2 |
    Local da Prestação > local_prestacao_servico = cityAndState | País da Prestação
  Descrição do Serviço > descricao_item = "Manutenção de computadores conforme contrato" 4
  # TRIBUTAÇÃO MUNICIPAL
  Tributação do ISSQN = "Operação Tributável" | País Resultado da Prestação do Serviço |
    Município de Incidência do ISSQN = cityAndState | Regime Especial de Tributação > regime = "Nenhum"
  Valor do Serviço = price | Desconto Incondicionado | Total Deduções/Reduções > valor_deducoes = reais?0.3 |
    Cálculo do BM
  BC ISSQN > valor_base_calculo = reais?0.8 | Alíquota Aplicada > aliquota_iss_item = rate | Retenção do ISSQN = "Não Retido" |
    ISSQN Apurado > valor_iss = reais?0.8
  # VALOR TOTAL DA NFS-E
  Valor do Serviço > valor_total_nota = price | Desconto Condicionado | Desconto Incondicionado | ISSQN Retido
  IRRF, CP, CSLL - Retidos | PIS/COFINS Retidos | Valor Líquido da NFS-e > valor_liquido = reais
`;
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
  let y = 60;
  for (const row of rowsOf(ROWS, { price: () => price }))
    if (typeof row === 'string') {
      sheet.paper.line(left, y - 2, left + width, y - 2);
      sheet.caption(left, y, row, { font: bold, size: style.value.size });
      y += style.value.size * 1.6;
    } else {
      let x = left;
      for (const { label, name, share, value } of row.map(made(random))) {
        const room = (width / 4) * share;
        sheet.captions.push(label);
        sheet.fitted(x, y, room - 6, label, style.label);
        sheet.fitted(x, y + style.label.size * 1.25, room - 6, value?.printed ?? '-', style.value);
        if (name && value) sheet.note(name, value);
        if (name?.startsWith('municipio') && value)
          sheet.note(name.replace('municipio', 'endereco_uf'), asPrinted(value.printed.slice(-2)), { optional: true });
        x += room;
      }
      y += style.label.size * 1.25 + style.value.size * 1.6;
    }
  return sheet.finish();
}
