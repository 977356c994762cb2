import { vocabularyOf } from '../form/vocabulary.ts';

/** What a box of a party may have beside the name: "Beneficiário/CNPJ", "Nome do Pagador/CPF/CNPJ/Endereço". */
const BESIDE_NAME = ['', 'CPF/CNPJ', 'CNPJ/CPF', 'CNPJ', 'CPF/CNPJ/Endereço', 'CNPJ/CPF/Endereço'];
const NUMBER = ['CPF/CNPJ', 'CNPJ/CPF', 'CPF', 'CNPJ'];

const PAYEE = ['Beneficiário', 'Cedente', 'Favorecido'];
const PAYER = ['Pagador', 'Sacado', 'Cliente'];

/** Names of a party as labels of its name, and of its number. */
const named = (parties: string[]) =>
  parties
    .flatMap((party) => [
      `Dados do ${party}`,
      ...BESIDE_NAME.flatMap((more) => [`${party} ${more}`, `Nome do ${party} ${more}`]),
    ])
    .join('|');
const numbered = (parties: string[]) =>
  parties.flatMap((party) => NUMBER.map((number) => `${number} do ${party}`)).join('|');

/**
 * What bank slips print: the boxes that have a field, and all the others, so that nothing of those is taken for a
 * value.
 */
export const VOCABULARY = vocabularyOf(`
beneficiario: ${named(PAYEE)} | Beneficiário original | Razão social do beneficiário
pagador: ${named(PAYER)}
numero_beneficiario: ${numbered(PAYEE)}
numero_pagador: ${numbered(PAYER)}
numero: CPF/CNPJ | CNPJ/CPF | CPF | CNPJ | CNPJ/MF | CPF ou CNPJ
avalista: Sacador/Avalista | Pagador/Avalista | Avalista | Sacador | Beneficiário final | Pagador final |
  Beneficiário final/Sacador Avalista | Sacador/Avalista CPF/CNPJ | Beneficiário final CPF/CNPJ |
  CPF/CNPJ do Sacador/Avalista
valor: Valor do documento | Valor documento | Valor do boleto | Valor do título | Valor a pagar | Valor total |
  Total a pagar | Valor original | Valor nominal | Vlr. documento | Valor | Valor R$
vencimento: Vencimento | Data de vencimento | Data do vencimento | Data vencimento | Vencto | Venc. | Pagável até |
  Pagar até
nosso_numero: Nosso número | Nosso nº | Nosso Nro | Nosso número/Cód. documento | Nosso número/Código do documento
carteira_nosso_numero: Carteira/Nosso número | Carteira e nosso número | Cart./Nosso número
numero_documento: Número do documento | Nº do documento | No. do documento | Nº documento | Nro. documento |
  Número documento | Num. documento | Num. do documento | N. do documento | Número do doc. | Documento nº | Seu número
others: Número | Doc. | Documento | Local de pagamento | Local do pagamento | Local pagamento |
  Agência/Código do beneficiário | Agência/Código beneficiário | Agência/Código cedente | Agência/Código do cedente |
  Agência/Cód. beneficiário | Ag./Cód. beneficiário | Agência / Conta | Agência | Conta | Código do beneficiário |
  Cód. beneficiário | Código do cedente | Data do documento | Data documento | Data doc. | Data de emissão |
  Data da emissão | Emissão | Data do processamento | Data de processamento | Data processamento | Data do process. |
  Data proces. | Data do pagamento | Data de pagamento | Espécie doc. | Espécie documento | Espécie do documento |
  Espécie | Espécie moeda | Moeda | Aceite | Uso do banco | Uso banco | Carteira | Quantidade | Quantidade moeda |
  Qtde moeda | Valor moeda | x Valor | Parcela | Parcela/Plano | CIP | Convênio | Contrato | Nº do contrato |
  Competência | Referência | Desconto | Desconto/Abatimento | Desconto/Abatimentos | (-) Abatimento |
  Outras deduções | Mora/Multa | Juros/Multa | Outros acréscimos | Acréscimos | Valor cobrado | Valor pago |
  Total cobrado | Instruções | Instruções (texto de responsabilidade do beneficiário) |
  Instruções de responsabilidade do beneficiário | Instruções (texto de responsabilidade do cedente) |
  Informações de responsabilidade do beneficiário | Instruções ao caixa | Texto de responsabilidade do beneficiário |
  Demonstrativo | Descrição | Mensagem | Informações | Observações | Histórico | Autenticação mecânica |
  Autenticação mecânica - Ficha de compensação | Ficha de compensação | Ficha de caixa | Recibo do pagador |
  Recibo do sacado | Recibo de entrega | Comprovante de entrega | Via do pagador | Canhoto |
  Corte na linha pontilhada | Corte aqui | Destaque aqui | Código de baixa | Cód. baixa | Código de barras |
  Linha digitável | Banco | Código do banco | Endereço | Endereço do beneficiário | Endereço do pagador |
  Endereço do cedente | Endereço do sacado | CEP | Cidade | UF | Bairro | Município | Telefone | E-mail | Assinatura |
  Data de entrega | Motivo de não entrega | SAC | Ouvidoria | Pague com Pix | Pix
`);
