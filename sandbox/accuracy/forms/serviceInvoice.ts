import type { Random } from '../synthetic/random.ts';
import { asPrinted, Sheet, styleOf, typeface, type PrintedForm, type Value } from './sheet.ts';
import { brazilian as br } from './values.ts';

type Entry = [label: string, name: string | null, value: Value | null, share?: number];

/** The national form of the service invoice (DANFSe): captions above values in four columns. */
export async function nationalServiceInvoice(random: Random): Promise<PrintedForm> {
  const sheet = new Sheet();
  const style = { ...styleOf(random, { least: 6.5 }), isFramed: false, isCapital: false };
  const { bold } = typeface(random);
  const left = random.whole(24, 40);
  const width = sheet.size.width - 2 * left;
  const party = () => random.pick([br.cnpj, br.lettersCnpj])(random);
  const moneyOrDash = (share: number) => (random.chance(share) ? br.reais(random) : null);
  sheet.caption(left + 120, 22, 'DANFSe v1.0', { font: bold, size: 12 });
  sheet.caption(left + 120, 38, 'Documento Auxiliar da NFS-e', style.value);
  let y = 60;
  const row = (...entries: Entry[]) => {
    const x = (at: number) =>
      left + (width / 4) * entries.slice(0, at).reduce((sum, [, , , share = 1]) => sum + share, 0);
    for (const [at, [label, name, value]] of entries.entries()) {
      const room = x(at + 1) - x(at) - 6;
      sheet.captions.push(label);
      sheet.fitted(x(at), y, room, label, style.label);
      sheet.fitted(x(at), y + (style.label.size ?? 7) * 1.25, room, value?.printed ?? '-', style.value);
      if (name && value) sheet.pairs.push({ name, value: value.value, accepted: [value.printed], optional: false });
      if (name?.startsWith('municipio') && value)
        sheet.pairs.push({
          name: name.replace('municipio', 'endereco_uf'),
          value: value.printed.slice(-2),
          accepted: [],
          optional: true,
        });
    }
    y += (style.label.size ?? 7) * 1.25 + (style.value.size ?? 8) * 1.6;
  };
  const heading = (text: string) => {
    sheet.paper.line(left, y - 2, left + width, y - 2);
    sheet.caption(left, y, text, { font: bold, size: style.value.size ?? 8 });
    y += (style.value.size ?? 8) * 1.6;
  };
  const price = br.reais(random);
  const key = asPrinted(random.digits(50));
  row(['Chave de Acesso da NFS-e', 'chave_acesso', key, 4]);
  row(
    ['Número da NFS-e', 'numero_nota_fiscal', br.number(random)],
    ['Competência da NFS-e', null, br.date(random)],
    ['Data e Hora da emissão da NFS-e', 'data_emissao', asDay(br.dateAndTime(random)), 2],
  );
  row(
    ['Número da DPS', null, br.number(random)],
    ['Série da DPS', null, br.small(random)],
    ['Data e Hora da emissão da DPS', null, br.dateAndTime(random), 2],
  );
  for (const [title, suffix] of [
    ['EMITENTE DA NFS-e', '_prestador'],
    ['TOMADOR DO SERVIÇO', ''],
  ] as const) {
    heading(title === 'EMITENTE DA NFS-e' ? 'EMITENTE DA NFS-e - Prestador do Serviço' : title);
    row(
      ['CNPJ / CPF / NIF', `cpf_cnpj${suffix}`, party()],
      ['Inscrição Municipal', `inscricao_municipal${suffix}`, random.chance(0.5) ? br.number(random) : null],
      ['Telefone', `telefone${suffix}`, random.chance(0.6) ? br.phone(random) : null],
    );
    row(
      ['Nome / Nome Empresarial', `nome${suffix}`, br.capitalCompany(random), 2],
      ['E-mail', `email${suffix}`, br.email(random), 2],
    );
    row(
      ['Endereço', `endereco${suffix}`, br.street(random), 2],
      ['Município', `municipio${suffix}`, asCity(br.cityAndState(random))],
      ['CEP', `endereco_cep${suffix}`, br.postcode(random)],
    );
  }
  heading('INTERMEDIÁRIO DO SERVIÇO NÃO IDENTIFICADO NA NFS-e');
  heading('SERVIÇO PRESTADO');
  row(
    ['Código de Tributação Nacional', null, asPrinted('01.07.01 - Suporte técnico'), 2],
    ['Local da Prestação', 'local_prestacao_servico', br.cityAndState(random)],
    ['País da Prestação', null, null],
  );
  row(['Descrição do Serviço', null, asPrinted('Manutenção de computadores conforme contrato'), 4]);
  heading('TRIBUTAÇÃO MUNICIPAL');
  row(
    ['Tributação do ISSQN', null, asPrinted('Operação Tributável')],
    ['País Resultado da Prestação do Serviço', null, null],
    ['Município de Incidência do ISSQN', null, br.cityAndState(random)],
    ['Regime Especial de Tributação', 'regime', asPrinted('Nenhum')],
  );
  row(
    ['Valor do Serviço', null, price],
    ['Desconto Incondicionado', null, null],
    ['Total Deduções/Reduções', 'valor_deducoes', moneyOrDash(0.3)],
    ['Cálculo do BM', null, null],
  );
  row(
    ['BC ISSQN', 'valor_base_calculo', moneyOrDash(0.8)],
    ['Alíquota Aplicada', null, asPrinted('2,00%')],
    ['Retenção do ISSQN', null, asPrinted('Não Retido')],
    ['ISSQN Apurado', 'valor_iss', moneyOrDash(0.8)],
  );
  heading('VALOR TOTAL DA NFS-E');
  row(
    ['Valor do Serviço', 'valor_total_nota', price],
    ['Desconto Condicionado', null, null],
    ['Desconto Incondicionado', null, null],
    ['ISSQN Retido', null, null],
  );
  row(
    ['IRRF, CP, CSLL - Retidos', null, null],
    ['PIS/COFINS Retidos', null, null],
    ['Valor Líquido da NFS-e', 'valor_liquido', br.reais(random)],
  );
  return sheet.finish();
}

const asDay = ({ printed }: Value): Value => ({
  printed,
  value: printed.slice(0, 10).split('/').toReversed().join('-'),
});
const asCity = ({ printed }: Value): Value => ({ printed, value: printed.replace(/ - ..$/, '') });
