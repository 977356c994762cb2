import { makePdf, put, row } from './pdf.ts';

/** A municipal service invoice. People, companies and numbers are made up; the numbers pass their check digits. */
export const serviceInvoice = (total = '1.025,00') =>
  makePdf((d) => {
    put(d, 40, 40, 'PREFEITURA DO MUNICÍPIO DE SÃO PAULO', { size: 11, bold: true });
    put(d, 40, 58, 'NOTA FISCAL ELETRÔNICA DE SERVIÇOS - NFS-e', { size: 14, bold: true });
    put(d, 40, 84, 'Número da Nota', { size: 7 });
    put(d, 220, 84, 'Data e Hora de Emissão', { size: 7 });
    put(d, 400, 84, 'Código de Verificação', { size: 7 });
    put(d, 40, 94, '00004217', { bold: true });
    put(d, 220, 94, '14/01/2025 09:32:11', { bold: true });
    put(d, 400, 94, 'QK7T-9XWZ', { bold: true });

    put(d, 40, 124, 'PRESTADOR DE SERVIÇOS', { size: 11, bold: true });
    put(d, 40, 142, 'CPF/CNPJ: 11.222.333/0001-81');
    put(d, 300, 142, 'Inscrição Municipal: 3.456.789-0');
    put(d, 40, 156, 'Nome/Razão Social: Oficina de Ideias Exemplo Ltda');
    put(d, 40, 170, 'Endereço: Rua das Palmeiras, 215, Vila Exemplo - CEP 01310-100');
    put(d, 40, 184, 'Município: São Paulo');
    put(d, 300, 184, 'UF: SP');
    put(d, 40, 198, 'Telefone: (11) 3555-0142');

    put(d, 40, 226, 'TOMADOR DE SERVIÇOS', { size: 11, bold: true });
    put(d, 40, 244, 'Nome/Razão Social: Maria Exemplo da Silva');
    put(d, 40, 258, 'CPF/CNPJ: 111.444.777-35');
    put(d, 40, 272, 'Endereço: Avenida Modelo, 1500, apto 42, Centro - CEP 13010-110');
    put(d, 40, 286, 'Município: Campinas');
    put(d, 300, 286, 'UF: SP');
    put(d, 40, 300, 'E-mail: maria@example.com');

    put(d, 40, 328, 'DISCRIMINAÇÃO DOS SERVIÇOS', { size: 11, bold: true });
    const columns = [
      { x: 40 },
      { x: 270, right: 310 },
      { x: 330, right: 400 },
      { x: 420, right: 460 },
      { x: 480, right: 555 },
    ];
    row(d, 346, columns, ['Descrição', 'Qtde', 'Valor unitário', 'Alíquota', 'Valor'], { bold: true, size: 9 });
    row(d, 362, columns, ['Oficina de escrita criativa', '2', '450,00', '5,00%', '900,00'], { size: 9 });
    row(d, 378, columns, ['Material impresso', '10', '12,50', null, '125,00'], { size: 9 });

    put(d, 40, 412, 'VALORES', { size: 11, bold: true });
    put(d, 40, 430, `Valor Total da Nota: R$ ${total}`);
    put(d, 300, 430, 'Base de Cálculo: R$ 900,00');
    put(d, 40, 444, 'Valor do ISS: R$ 45,00');
    put(d, 300, 444, 'Valor Líquido: R$ 980,00');
    put(d, 40, 458, 'ISS Retido: Não');
  });
