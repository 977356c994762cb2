import { makePdf, put } from './pdf.ts';

/** Articles of association with numbered clauses, over two pages. */
export const contract = () =>
  makePdf((d) => {
    put(d, 120, 50, 'CONTRATO SOCIAL DA SOCIEDADE LIMITADA EXEMPLO', { size: 13, bold: true });
    put(d, 50, 90, 'Sócia administradora: Ana Exemplo Pereira');
    put(d, 50, 105, 'CPF: 529.982.247-25');
    put(d, 50, 120, 'Sócio: Bruno Modelo Souza');
    put(d, 50, 135, 'Data de registro: 3 de março de 2024');
    put(d, 50, 170, 'CLÁUSULA PRIMEIRA - DA DENOMINAÇÃO E SEDE', { bold: true });
    put(d, 50, 188, 'A sociedade gira sob a denominação de Exemplo Comércio Limitada, com sede na');
    put(d, 50, 202, 'Rua do Modelo, número 10, na cidade de Curitiba, Estado do Paraná.');
    put(d, 50, 230, 'CLÁUSULA SEGUNDA - DO CAPITAL SOCIAL', { bold: true });
    put(d, 50, 248, 'Capital social: R$ 50.000,00');
    const heads = ['Sócio', 'Quotas', 'Participação'];
    [50, 260, 400].forEach((x, index) => put(d, x, 270, heads[index] ?? '', { bold: true }));
    [
      ['Ana Exemplo Pereira', '30.000', '60%'],
      ['Bruno Modelo Souza', '20.000', '40%'],
    ].forEach((cells, line) => [50, 260, 400].forEach((x, index) => put(d, x, 286 + 16 * line, cells[index] ?? '')));
    d.addPage();
    put(d, 50, 50, 'CLÁUSULA TERCEIRA - DA ADMINISTRAÇÃO', { bold: true });
    put(d, 50, 68, 'A administração da sociedade cabe à sócia Ana Exemplo Pereira, que a representa.');
    put(d, 50, 96, 'CLÁUSULA QUARTA - DO FORO', { bold: true });
    put(d, 50, 114, 'Foro: Comarca de Curitiba');
  });
