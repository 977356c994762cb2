import { makePdf, put, row } from '../../../sandbox/samples/pdf.ts';

/** Service invoices of several cities' forms with the same made-up content. */
type Document = Parameters<Parameters<typeof makePdf>[0]>[0];

const LABEL = { size: 6, bold: true };

function stacked(d: Document, x: number, y: number, label: string, value: string): void {
  put(d, x, y, label, LABEL);
  put(d, x, y + 9, value, { size: 7.5 });
}

/** The national form: the party's name stands where a label would, in the first cell of its row. */
export const nationalForm = () =>
  makePdf((d) => {
    put(d, 230, 20, 'DANFSe v1.0', { size: 11, bold: true });
    put(d, 205, 34, 'Documento Auxiliar da NFS-e', { size: 8 });
    put(d, 430, 22, 'PREFEITURA DE CAMPINAS', { size: 7, bold: true });
    stacked(d, 25, 60, 'Chave de Acesso da NFS-e', '35095022211222333000181000000000123425049876543210');
    stacked(d, 25, 82, 'Número da NFS-e', '1234');
    stacked(d, 165, 82, 'Competência da NFS-e', '10/04/2025');
    stacked(d, 305, 82, 'Data e Hora da emissão da NFS-e', '15/04/2025 10:21:33');
    stacked(d, 25, 104, 'Número da DPS', '77');
    stacked(d, 165, 104, 'Série da DPS', '900');
    stacked(d, 305, 104, 'Data e Hora da emissão da DPS', '14/04/2025 09:00:00');
    put(d, 25, 130, 'EMITENTE DA NFS-e', { size: 7, bold: true });
    put(d, 25, 139, 'Prestador do Serviço', { size: 7.5 });
    stacked(d, 165, 130, 'CNPJ / CPF / NIF', '11.222.333/0001-81');
    stacked(d, 305, 130, 'Inscrição Municipal', '3456789');
    stacked(d, 445, 130, 'Telefone', '(19) 3555-0142');
    stacked(d, 25, 152, 'Nome / Nome Empresarial', 'OFICINA DE IDEIAS EXEMPLO LTDA');
    stacked(d, 305, 152, 'E-mail', 'contato@example.com');
    stacked(d, 25, 174, 'Endereço', 'Rua das Palmeiras, 215, Vila Exemplo');
    stacked(d, 305, 174, 'Município', 'Campinas - SP');
    stacked(d, 445, 174, 'CEP', '13010-110');
    stacked(d, 25, 196, 'Simples Nacional na Data de Competência', 'Não Optante');
    put(d, 25, 222, 'TOMADOR DO SERVIÇO', { size: 7, bold: true });
    stacked(d, 165, 222, 'CNPJ / CPF / NIF', '111.444.777-35');
    stacked(d, 305, 222, 'Inscrição Municipal', '-');
    stacked(d, 445, 222, 'Telefone', '-');
    stacked(d, 25, 244, 'Nome / Nome Empresarial', 'MARIA EXEMPLO DA SILVA');
    stacked(d, 305, 244, 'E-mail', 'maria@example.com');
    stacked(d, 25, 266, 'Endereço', 'Avenida Modelo, 1500, apto 42, Centro');
    stacked(d, 305, 266, 'Município', 'São Paulo - SP');
    stacked(d, 445, 266, 'CEP', '01310-100');
    put(d, 170, 292, 'INTERMEDIÁRIO DO SERVIÇO NÃO IDENTIFICADO NA NFS-e', { size: 7 });
    put(d, 25, 310, 'SERVIÇO PRESTADO', { size: 7, bold: true });
    stacked(d, 25, 322, 'Código de Tributação Nacional', '08.02.01 - Instrução, treinamento');
    stacked(d, 305, 322, 'Local da Prestação', 'Campinas - SP');
    stacked(d, 25, 344, 'Descrição do Serviço', 'Oficina de escrita criativa, quatro encontros');
    put(d, 25, 370, 'TRIBUTAÇÃO MUNICIPAL', { size: 7, bold: true });
    stacked(d, 25, 382, 'Tributação do ISSQN', 'Operação Tributável');
    stacked(d, 165, 382, 'Valor do Serviço', 'R$ 1.000,00');
    stacked(d, 305, 382, 'BC ISSQN', 'R$ 1.000,00');
    stacked(d, 445, 382, 'ISSQN Apurado', 'R$ 20,00');
    put(d, 25, 408, 'VALOR TOTAL DA NFS-E', { size: 7, bold: true });
    stacked(d, 25, 420, 'Valor do Serviço', 'R$ 1.000,00');
    stacked(d, 165, 420, 'Desconto Condicionado', '-');
    stacked(d, 305, 420, 'ISSQN Retido', '-');
    stacked(d, 25, 442, 'Total das Retenções Federais', 'R$ 0,00');
    stacked(d, 445, 442, 'Valor Líquido da NFS-e', 'R$ 1.000,00');
  });

/** Labels and values in ordinary print, in columns; the parties side by side. */
export const plainColumns = () =>
  makePdf((d) => {
    put(d, 40, 40, 'Prefeitura Municipal de Campinas', { size: 12 });
    put(d, 40, 58, 'Nota Fiscal Eletrônica de Serviços', { size: 12 });
    const left = (y: number, label: string, value: string) => {
      put(d, 40, y, label, { size: 9 });
      put(d, 130, y, value, { size: 9 });
    };
    const right = (y: number, label: string, value: string) => {
      put(d, 310, y, label, { size: 9 });
      put(d, 400, y, value, { size: 9 });
    };
    left(90, 'Número', '1234');
    left(104, 'Emissão', '15/04/2025');
    right(90, 'Código de verificação', 'AB12CD34');
    right(104, 'Situação', 'Normal');
    put(d, 40, 132, 'PRESTADOR', { size: 9 });
    put(d, 310, 132, 'TOMADOR', { size: 9 });
    left(148, 'Razão social', 'Oficina Exemplo Ltda');
    right(148, 'Nome', 'Maria Exemplo da Silva');
    left(162, 'CNPJ', '11.222.333/0001-81');
    right(162, 'CPF', '111.444.777-35');
    left(176, 'Endereço', 'Rua das Palmeiras, 215');
    right(176, 'Endereço', 'Avenida Modelo, 1500');
    left(190, 'Município', 'Campinas');
    right(190, 'Município', 'São Paulo');
    left(204, 'Telefone', '(19) 3555-0142');
    put(d, 40, 236, 'SERVIÇOS', { size: 9 });
    const columns = [{ x: 40 }, { x: 300, right: 330 }, { x: 380, right: 430 }, { x: 480, right: 550 }];
    row(d, 252, columns, ['Discriminação', 'Quantidade', 'Valor unitário', 'Valor total'], { size: 9 });
    row(d, 266, columns, ['Oficina de escrita criativa', '2', '450,00', '900,00'], { size: 9 });
    row(d, 280, columns, ['Material impresso', '10', '10,00', '100,00'], { size: 9 });
    left(312, 'Base de cálculo', '1.000,00');
    left(326, 'Valor do ISS', '20,00');
    left(340, 'ISS retido', 'Não');
    left(354, 'Valor líquido', '1.000,00');
    left(368, 'Valor total da nota', '1.000,00');
  });

/** Small labels in boxes, everything named with its party, no headings at all. */
export const labelsWithParties = () =>
  makePdf((d) => {
    put(d, 40, 40, 'NFS-e Nº 1234', { size: 14, bold: true });
    const box = (x: number, y: number, label: string, value: string) => {
      put(d, x, y, label, { size: 6 });
      put(d, x, y + 9, value, { size: 9 });
    };
    box(40, 80, 'CNPJ do Prestador', '11.222.333/0001-81');
    box(300, 80, 'Razão Social do Prestador', 'Oficina Exemplo Ltda');
    box(40, 106, 'CPF/CNPJ do Tomador', '111.444.777-35');
    box(300, 106, 'Nome do Tomador', 'Maria Exemplo da Silva');
    box(40, 132, 'Data de Emissão', '15/04/2025');
    box(200, 132, 'Código de Verificação', 'AB12-CD34');
    box(400, 132, 'Valor Total da Nota', 'R$ 1.000,00');
  });
