import { vocabularyOf } from '../form/vocabulary.ts';

/**
 * What bank slips print: the boxes that have a field, and all the others, so that nothing of those is taken for a
 * value. A box of a party may have more than the name: "Nome do Pagador/CPF/CNPJ/Endereço".
 */
export const VOCABULARY = vocabularyOf(`
beneficiario: Dados do {Beneficiário,Cedente,Favorecido} | Beneficiário original | Razão social do beneficiário |
  {,Nome do }{Beneficiário,Cedente,Favorecido}{,/CNPJ,/CPF/CNPJ,/CNPJ/CPF,/CPF/CNPJ/Endereço,/CNPJ/CPF/Endereço}
pagador: Dados do {Pagador,Sacado,Cliente} |
  {,Nome do }{Pagador,Sacado,Cliente}{,/CNPJ,/CPF/CNPJ,/CNPJ/CPF,/CPF/CNPJ/Endereço,/CNPJ/CPF/Endereço}
numero_beneficiario: {CPF/CNPJ,CNPJ/CPF,CPF,CNPJ} do {Beneficiário,Cedente,Favorecido}
numero_pagador: {CPF/CNPJ,CNPJ/CPF,CPF,CNPJ} do {Pagador,Sacado,Cliente}
numero: CPF/CNPJ | CNPJ/CPF | CPF | CNPJ | CNPJ/MF | CPF ou CNPJ
avalista: {Sacador,Pagador}/Avalista | Avalista | Sacador | {Beneficiário,Pagador} final |
  Beneficiário final/Sacador Avalista | {Sacador/Avalista,Beneficiário final} CPF/CNPJ | CPF/CNPJ do Sacador/Avalista
valor: Valor {,do }documento | Valor do {boleto,título} | {Valor,Total} a pagar | Valor {total,original,nominal} |
  Vlr. documento | Valor {,R$}
vencimento: {Vencimento,Vencto,Venc.} | Data {,de ,do }vencimento | {Pagável,Pagar} até
nosso_numero: Nosso {número,nº,Nro} | Nosso número/{Cód.,Código do} documento
carteira_nosso_numero: {Carteira/,Carteira e ,Cart./}Nosso número
numero_documento: {Número,Nº,No.,Nro.,Num.} {,do }documento | Número do doc. | Documento nº | Seu número
others: Número | Doc. | Documento | Local {,de ,do }pagamento | {Agência,Ag.}/Cód. beneficiário |
  Agência/{Código do ,Código }{beneficiário,cedente} | Agência / Conta | Agência | Conta |
  {Código do ,Cód. }beneficiário | Código do cedente | Data {,do }documento | Data doc. | {Data de ,Data da ,}emissão |
  Data {,do ,de }processamento | Data {do process.,proces.} | Data {do,de} pagamento | Espécie {,do }documento |
  Espécie {doc.,moeda,} | Moeda | Aceite | Uso {,do }banco | Carteira | {Quantidade,Qtde} moeda | Quantidade |
  {Valor moeda,x Valor} | {Parcela,Parcela/Plano} | CIP | Convênio | {,Nº do }Contrato | Competência | Referência |
  Desconto{,/Abatimento,/Abatimentos} | (-) Abatimento | Outras deduções | {Mora,Juros}/Multa |
  {,Outros }acréscimos | Valor {cobrado,pago} | Total cobrado | Instruções{, ao caixa} |
  Instruções (texto de responsabilidade do {beneficiário,cedente}) |
  {Instruções,Informações,Texto} de responsabilidade do beneficiário | Demonstrativo | Descrição | Mensagem |
  Informações | Observações | Histórico | Autenticação mecânica{, - Ficha de compensação} |
  Ficha de {compensação,caixa} | Recibo {do pagador,do sacado,de entrega} | Comprovante de entrega | Via do pagador |
  Canhoto | Corte na linha pontilhada | {Corte,Destaque} aqui | {Código de,Cód.} baixa | Código de barras |
  Linha digitável | {,Código do }Banco | Endereço{, do beneficiário, do pagador, do cedente, do sacado} | CEP |
  Cidade | UF | Bairro | Município | Telefone | E-mail | Assinatura | Data de entrega | Motivo de não entrega | SAC |
  Ouvidoria | {,Pague com }Pix
`);
