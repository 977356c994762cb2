import { asIsoDate, FORMAT_CHECKS } from '../../../nodes/DocumentProcessing/documents/formats';
import { typedValue } from '../../../nodes/DocumentProcessing/documents/typed-values';

describe('formats', () => {
  test.each([
    [
      'cpf',
      ['111.444.777-35', '11144477735', '52998224725'],
      ['11144477734', '11144477743', '11111111111', '1114447773', ''],
    ],
    [
      'cnpj',
      ['11.222.333/0001-81', '11222333000181', '12.ABC.345/01DE-35', '12abc34501de35'],
      ['11222333000182', '00000000000000', '12ABC34501DE36', '12ABC34501DEA5', '11144477735'],
    ],
    ['cpfOrCnpj', ['11144477735', '11222333000181'], ['11144477734']],
    [
      'date',
      ['2025-01-14', '14/01/2025', '2025-01-14T10:00:00Z', '14.01.2025 10:00'],
      ['2025-02-30', '31/02/2025', '2025', '14/01-2025', 'yesterday'],
    ],
    [
      'amount',
      [
        ...['1025.00', '-3', '1.025,00', '1025,00', '1025', '1,0250', '1.025.000', '12,345', '1.234.567,89'],
        ...['-R$ 5,00', 'R$ -5,00', '- R$ 5,00', '(5,00)', 'R$ (5,00)', '(R$ 5,00)', '5,00-', '+5,00', '\u22125,00'],
        ...[
          '1\u00a0025,00',
          "1'025.00",
          '1 025.00',
          '5 €',
          '5,00€',
          '$5',
          'US$ 1,025.00',
          'BRL 5,00',
          '5.00 EUR',
          'usd 5',
        ],
      ],
      [
        ...['12,0', 'R$', '1e5', '', '1.02.5', '12,34,56', '1.0250,00', '1.025,0', '1.025.00', '1,025,00', '1.025 000'],
        ...['--5', '-(5,00)', '(5,00', '5,00)', '-5,00-', 'R$ 5,00 R$', 'R$ US$ 5', 'R$ 5 €', 'CPF 5', '5 5'],
        ...['5%', '5,', ',', '()', '5,00 Aula', '0x5', '٥', 'Infinity', '5\n6', `1${'0'.repeat(50)}`],
      ],
    ],
    [
      'email',
      ['maria@example.com', 'a.b+c@x-y.com.br'],
      ['maria@example', '@example.com', 'a b@example.com', 'a@b@c.de'],
    ],
  ] as const)('%s', (format, valid, invalid) => {
    for (const text of valid) expect([text, FORMAT_CHECKS[format](text)]).toEqual([text, true]);
    for (const text of invalid) expect([text, FORMAT_CHECKS[format](text)]).toEqual([text, false]);
  });

  test('a date with the day first is only read where the day is known to come first', () => {
    expect(asIsoDate('02/03/2025', { isDayFirst: true })).toBe('2025-03-02');
    expect(asIsoDate('02/03/2025', { isDayFirst: false })).toBeUndefined();
    expect(asIsoDate('2025-03-02 10:00:00', { isDayFirst: false })).toBe('2025-03-02T10:00:00');
  });
});

describe('typed values', () => {
  const typed = (name: string, value: unknown, stdName: string | null = null) =>
    typedValue({ name, stdName, value, score: null });

  test.each([
    ['valor_total_nota', '1025.00', 1025],
    ['aliquota_iss', '5.00', 5],
    ['quantidade_item', '10.0000', 10],
    ['data_emissao', '2025-01-14', '2025-01-14'],
    ['data_emissao', '14/01/2025', '2025-01-14'],
    ['data_nota', '2025-01-14 10:20:30', '2025-01-14T10:20:30'],
    ['iss_retido', 'true', true],
    ['taxRate', '5.5', 5.5],
    ['valor', null, null],
    ['valor', 12.5, 12.5],
  ])('%s: %s becomes data', (name, value, expected) => {
    expect(typed(name, value)).toStrictEqual(expected);
  });

  test.each([
    ['numero_nota_fiscal', '00004217'],
    ['codigo_servico', '12.50'],
    ['endereco_cep', '01310100'],
    ['endereco', 'CEP 01310-100'],
    ['value_information', '12.50'],
    ['observacoes', 'true'],
    ['valor', '1.025'],
    ['valor', '1.025,00'],
    ['valor', '007.00'],
    ['valor', '12345678901234.56'],
    ['valor', '1e5'],
    ['valor', ''],
    ['valor', '-0.00'],
    ['valor_por_extenso', '1000'],
    ['data_emissao', '2025-02-30'],
    ['date', '02/03/2025'],
    ['expiry_month', '08'],
  ])('%s: %s stays text', (name, value) => {
    expect(typed(name, value)).toBe(value);
  });

  test('the standardised name counts too', () => {
    expect(typed('campo_1', '10.00', 'total-amount')).toBe(10);
  });
});
