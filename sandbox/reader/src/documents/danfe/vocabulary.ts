import { vocabularyOf } from '../form/vocabulary.ts';

/**
 * What the printed forms of invoices for goods have: the boxes with a field, the headings that say whose they are, and
 * all others.
 */
export const VOCABULARY = vocabularyOf(`
emitente: Emitente | Dados do emitente | Remetente
identificacao_emitente: Identificação do emitente | Identificação da emitente | Identificação e endereço do emitente
destinatario: Destinatário/Remetente | Destinatário | Dados do destinatário | Destinatário/Remetente/Consumidor |
  Consumidor | Remetente/Destinatário | Destinatário (remetente)
parte: Transportador/Volumes transportados | Transportador | Local de entrega | Local de retirada |
  Informações do local de entrega | Informações do local de retirada | Fatura | Fatura/Duplicata | Fatura/Duplicatas |
  Duplicatas | Cálculo do imposto | Dados do transportador | Cálculo do ISSQN | Dados dos produtos/serviços |
  Dados do produto/serviço | Itens da nota fiscal | Pagamento | Dados adicionais
nome: Nome/Razão social | Razão social/Nome | Nome ou razão social | Razão social | Nome | Nome/Razão soc. |
  Nome e razão social
chave_acesso: Chave de acesso | Chave de acesso da NF-e
numero: CNPJ/CPF | CPF/CNPJ | CNPJ | CPF | CNPJ ou CPF | CNPJ / CPF / Id. estrangeiro | CNPJ/CPF/IdEstrangeiro
data_emissao: Data da emissão | Data de emissão | Data emissão | Emissão | Dt. emissão | Dt. de emissão |
  Data e hora da emissão | Data e hora de emissão | Data da emissão da NF-e | Emitida em | Data/Hora emissão
valor_total_nota: Valor total da nota | Valor total da nota fiscal | Valor total da NF-e | Valor total NF-e |
  Valor total nota | V. total da nota | V. total nota | V. total da NF-e | Vlr. total da nota | Vl. total da nota |
  Vlr. total nota | Total da nota | Total da nota fiscal | Total da NF-e | Valor total da nota R$ | Valor da nota |
  Valor da nota fiscal | Valor a pagar R$ | Valor a pagar
others: Recebemos de | Data de recebimento | Data do recebimento | Identificação e assinatura do recebedor |
  Assinatura do recebedor | NF-e | DANFE | DANFE simplificado | Documento auxiliar da nota fiscal eletrônica |
  Documento auxiliar da | Nota fiscal eletrônica | 0 - Entrada | 1 - Saída | Folha | Série | Controle do fisco |
  Consulta de autenticidade no portal nacional da NF-e | Natureza da operação | Protocolo de autorização de uso |
  Protocolo de autorização | Protocolo | Dados da NF-e | Inscrição estadual |
  Inscrição estadual do subst. tributário | Inscrição estadual do subst. trib. | Insc. estadual do subst. trib. |
  Inscr. est. subst. tributário | I.E. | Inscrição municipal | Inscrição estadual/RG | Endereço | Bairro/Distrito |
  Bairro | CEP | Município | UF | Fone/Fax | Fone | Telefone | Telefone/Fax | E-mail | Data da saída/entrada |
  Data da entrada/saída | Data saída/entrada | Data de saída | Data da saída | Data saída | Data entrada/saída |
  Dt. saída/entrada | Hora da saída | Hora de saída | Hora da saída/entrada | Hora da entrada/saída | Hora saída |
  País | Número | Vencimento | Valor | Valor original | Valor do desconto | Valor líquido | Forma de pagamento |
  Parcela | Base de cálculo do ICMS | Base de cálc. do ICMS | Base cálculo ICMS | BC do ICMS | Valor do ICMS |
  Base de cálculo do ICMS ST | Base de cálc. ICMS S.T. | Base de cálculo do ICMS subst. |
  Base de cálculo ICMS substituição | BC do ICMS ST | Valor do ICMS ST | Valor do ICMS subst. |
  Valor do ICMS substituição | Valor do ICMS S.T. | V. imp. importação | Valor imp. importação | Valor do PIS |
  Valor PIS | Valor da COFINS | Valor COFINS | V. ICMS UF remet. | V. FCP UF dest. | Valor do FCP | V. ICMS UF dest. |
  V. tot. trib. | Valor aprox. dos tributos | Valor aproximado dos tributos | Total dos tributos |
  Valor total dos produtos | V. total produtos | V. total dos produtos | Valor total produtos | Vl. total produtos |
  Total dos produtos | Valor dos produtos | Valor do frete | Valor frete | Valor do seguro | Valor seguro | Desconto |
  Outras despesas | Outras despesas acessórias | Outras desp. acessórias | Despesas acessórias | Valor do IPI |
  Valor total do IPI | Valor total IPI | Valor IPI | Valor total dos serviços | Base de cálculo do ISSQN |
  Valor do ISSQN | Quantidade de itens | Frete por conta | Frete | Código ANTT | Placa do veículo | Placa |
  Quantidade | Espécie | Marca | Numeração | Peso bruto | Peso líquido | Código | Cód. prod. | Código produto |
  Descrição | Descrição do produto | Descrição do produto/serviço | Descrição dos produtos/serviços | NCM/SH | NCM |
  CST | CSOSN | CFOP | UN | Unid. | Qtd | Quant. | Valor unit. | Valor unitário | Vlr. unit. | Vl. unit. |
  Valor total | Vlr. total | Vl. total | BC ICMS | V. ICMS | V. IPI | Alíq. ICMS | Alíq. IPI |
  Informações complementares | Reservado ao fisco
`);
