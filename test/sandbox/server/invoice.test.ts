import { expect, test } from '@jest/globals';
import { INVOICE, byName, rowsOf, sample, sendForm, type Json } from './client.ts';
import { openSandbox } from './surroundings.ts';

const app = await openSandbox();
const file = await sample('service-invoice.pdf');
const { status, body } = await sendForm(app, INVOICE, { file });
const [{ tags, extractions }] = body.result;
const extractionOf = (source: string) => extractions.find((extraction: Json) => extraction.source === source);

test('an invoice is read into the names of the interface', () => {
  expect([status, body.status]).toEqual([200, { code: 'S100', message: 'Success', errors: null }]);
  expect(byName(extractionOf('iocr').fields)).toEqual({
    numero_nota_fiscal: '00004217',
    data_emissao: '2025-01-14',
    chave_verificacao: 'QK7T-9XWZ',
    cpf_cnpj_prestador: '11222333000181',
    inscricao_municipal_prestador: '3.456.789-0',
    nome_prestador: 'Oficina de Ideias Exemplo Ltda',
    endereco_prestador: 'Rua das Palmeiras, 215, Vila Exemplo - CEP 01310-100',
    municipio_prestador: 'São Paulo',
    endereco_uf_prestador: 'SP',
    telefone_prestador: '(11) 3555-0142',
    nome: 'Maria Exemplo da Silva',
    cpf_cnpj: '11144477735',
    endereco: 'Avenida Modelo, 1500, apto 42, Centro - CEP 13010-110',
    municipio: 'Campinas',
    endereco_uf: 'SP',
    email: 'maria@example.com',
    valor_total_nota: '1025.00',
    valor_base_calculo: '900.00',
    valor_iss: '45.00',
    valor_liquido: '980.00',
    iss_retido: 'Não',
  });
});

test('a document of which no items came says that something was not read', async () => {
  const { result } = await sendForm(app, INVOICE, { file: await sample('identity.pdf') });
  expect([tags, result[0].tags].map((own) => own.includes('reading=partial'))).toEqual([false, true]);
});

test('what stands as official only repeats what was read, and says so', () => {
  const official = extractionOf('official');
  const fields = byName(official.fields);
  expect(tags).toContain('source=synthetic');
  expect(fields).toMatchObject({
    nome: 'Maria Exemplo da Silva',
    valor_pis: null,
    autenticidade_nota: null,
    download_mimetype: 'application/pdf',
    outras_informacoes: expect.stringContaining('source=synthetic'),
  });
  expect(Buffer.from(String(fields['download']), 'base64').equals(file)).toBe(true);
  expect(rowsOf(official.tables[0])[0]).toMatchObject({
    descricao_item: 'Oficina de escrita criativa',
    valor_servico: '900.00',
  });
});
