import { vocabularyOf } from '../form/vocabulary.ts';

/**
 * What the printed forms of invoices for goods have: the boxes with a field, the headings that say whose they are, and
 * all others.
 */
export const VOCABULARY = vocabularyOf(`
emitente: {,Dados do }emitente | Remetente
identificacao_emitente: Identificação {,e endereço }do emitente | Identificação da emitente
destinatario: {,Dados do }destinatário | Destinatário/Remetente{,/Consumidor} | Consumidor | Remetente/Destinatário
parte: Transportador/Volumes transportados | {,Dados do }transportador | {,Informações do }local de {entrega,retirada} |
  Fatura{,/Duplicata,/Duplicatas} | Duplicatas | Cálculo do {imposto,ISSQN} | Dados dos produtos/serviços |
  Dados do produto/serviço | Itens da nota fiscal | Pagamento | Dados adicionais
nome: Nome/Razão soc{ial,.} | Razão social/Nome | Nome {ou,e} razão social | Razão social | Nome
chave_acesso: Chave de acesso{, da NF-e}
numero: CNPJ/CPF | CPF/CNPJ | CNPJ | CPF | CNPJ ou CPF | CNPJ / CPF / Id. estrangeiro
data_emissao: Data {,da ,de }emissão | Emissão | Dt. {,de }emissão | Data e hora {da,de} emissão | Emitida em |
  Data da emissão da NF-e | Data/Hora emissão
valor_total_nota: {Valor total,Total,Valor} da nota{, fiscal} | {,Valor }total da NF-e | Valor total {NF-e,nota} |
  {V.,Vlr.} total {,da }nota | V. total da NF-e | Vl. total da nota | Valor total da nota R$ | Valor a pagar{, R$}
others: Recebemos de | Data {de,do} recebimento | {Identificação e assinatura,Assinatura} do {recebedor} | NF-e |
  DANFE{, simplificado} | Documento auxiliar da{, nota fiscal eletrônica} | Nota fiscal eletrônica | 0 - Entrada |
  1 - Saída | Folha | Série | Controle do fisco | Consulta de autenticidade no portal nacional da NF-e |
  Natureza da operação | Protocolo{, de autorização, de autorização de uso} | Dados da NF-e |
  Inscrição estadual{, do subst. tributário, do subst. trib.,/RG} | Insc. estadual do subst. trib. |
  Inscr. est. subst. tributário | I.E. | Inscrição municipal | Endereço | Bairro{,/Distrito} | CEP | Município | UF |
  Fone{,/Fax} | Telefone{,/Fax} | E-mail | Data {,da }{saída/entrada,entrada/saída} | Data {,de ,da }saída |
  Dt. saída/entrada | Hora {,da ,de }saída | Hora da {saída/entrada,entrada/saída} | País | Número | Vencimento |
  Valor{, original, do desconto, líquido} | Forma de pagamento | Parcela | {Base de cálculo,Base de cálc.,BC} do ICMS |
  Base cálculo ICMS | {Base de cálculo,BC} do ICMS ST | Base de cálc. ICMS S.T. | Base de cálculo do ICMS subst. |
  Base de cálculo ICMS substituição | Valor do ICMS{, ST, subst., substituição} | {V.,Valor} imp. importação |
  Valor {,do }PIS | Valor {,da }COFINS | V. ICMS UF {remet.,dest.} | V. FCP UF dest. | Valor do FCP | V. tot. trib. |
  {Valor aprox.,Valor aproximado,Total} dos tributos | {Valor total,V. total,Total,Valor} dos produtos |
  {V.,Valor,Vl.} total produtos | Valor {,do }frete | Valor {,do }seguro | Desconto | Outras despesas{, acessórias} |
  Outras desp. acessórias | Despesas acessórias | Valor {,do ,total ,total do }IPI | Valor total dos serviços |
  Base de cálculo do ISSQN | Valor do ISSQN | Quantidade de itens | Frete{, por conta} | Código ANTT |
  Placa{, do veículo} | Quantidade | Espécie | Marca | Numeração | Peso {bruto,líquido} | Código{, produto} |
  Cód. prod. | Descrição{, do produto, do produto/serviço, dos produtos/serviços} | NCM{,/SH} | CST | CSOSN | CFOP |
  UN | Unid. | Qtd | Quant. | {Valor,Vlr.,Vl.} unit. | Valor unitário | {Valor,Vlr.,Vl.} total | {BC,V.,Alíq.} ICMS |
  {V.,Alíq.} IPI | Informações complementares | Reservado ao fisco
`);
