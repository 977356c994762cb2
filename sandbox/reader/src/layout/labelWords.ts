import { fold } from '../text/normalise.ts';

/** Words of form labels, without accents. A label begins with one of these. */
const LABEL_STARTS = words(`
  acrescimo acrescimos agencia aceite aliq aliquota altura ano apartamento area assunto atividade averbacao bairro banco
  base bc beneficiario bloco carteira cfop cartorio categoria cargo cedente celular cep chassi chave cidade classe
  classificacao cliente cnae cnh cnpj cod codigo cofins comarca competencia complemento comprador cond condicao
  condicoes conta contato contratada contratado contratante contrato convenio cor cpf credito csll ctps curso data
  debito deducoes departamento desc desconto descontos descricao destinatario destino disciplina discriminacao doc
  documento dt emissao emissor emitente empregador empresa encargos end endereco entrada equipamento especie espécie
  esposa estado exercicio fabricante fatura fax ficha filiacao finalidade folha fone forma fornecedor foro frete
  funcao garantia grau historico hora horario icms id identidade identificacao imovel imposto impostos inicio ins
  insc inscricao inss instituicao instrucoes ipi irrf iss issqn item juros leitura linha livro local locador locataria
  locatario locadora logradouro lote mae marca matricula mercadoria mes modalidade modelo moeda mora motivo multa
  municipio nac nacionalidade nascimento nat natural naturalidade natureza nf no nome nosso nota notas num numero
  obs objeto observacao observacoes ocupacao operacao ordem orgao origem outras outros paciente pagador pagamento
  pai pais parcela parcelas pasep pedido percentual periodo peso pis placa plano portador prazo preco prestador
  previsao proc processo produto profissao proprietario proprietaria protocolo proxima qtd qtde qualificacao quant
  quantidade quilometragem quota quotas razao ref referencia regime registro remetente renavam renda responsavel
  retencao rg sacado sacador saida saldo salario seguro sequencia serie servico servicos setor sexo situacao
  sobrenome socia socio status subtotal tarifa taxa tel telefone tipo titular titulo tomador total totais
  transportador transportadora tributacao tributos turma turno uf unidade usuario validade valor valores vara vcto vencimento
  vencto vendedor via vigencia volume zona email mail site account address amount balance bill birth city client
  company contact country currency customer cust date deliver delivery description discount due email from full
  apolice ciot condutor container cubagem expedidor lacre lotacao modal navio recebedor rntrc seguradora termino
  veiculo viagem booking carrier consignee freight gross incoterms measurement seal shipper vessel voyage
  given holder id identification invoice issue issued item method name nationality number order paid payment period
  phone po position postcode price product project purchase qty quantity reason reference remarks sex ship sold
  state status subject subtotal supplier surname tax telephone terms to total type unit valid vat vendor zip
  balance cash change card sub net grand sales paid deposit
  factura fecha vencimiento importe cantidad precio cliente concepto iva nif cif direccion telefono efectivo cambio
  descuento tarjeta nombre apellidos pagado encomenda troco numerario
  facture echeance montant quantite prix commande designation tva ttc ht remise reglement paiement adresse telephone
  siret siren nom prenom especes rendu carte sous
  rechnung rechnungs nr rechnungsnummer rechnungsnr rechnungsdatum ausstellungsdatum lieferdatum datum betrag rechnungsbetrag
  gesamtbetrag nettobetrag bruttobetrag menge anzahl preis einzelpreis gesamtpreis zwischensumme summe mwst ust
  umsatzsteuer kunde kundennummer kundennr kunden bestellnummer auftragsnummer auftrag lieferschein zahlungsziel
  falligkeitsdatum fallig zahlbar steuernummer bezeichnung beschreibung leistung einheit rabatt strasse ort plz
  telefon bar ruckgeld beleg vorname nachname anschrift
  factuur klant omschrijving prijs bedrag aantal totaal btw fattura descrizione prezzo importo totale
`);

/** Words that continue a label. */
const LABEL_ENDINGS = words(`
  abertura civil razao mae pai pedido pedidos nota notas conta banco documento contrato imovel processo produto
  abreviatura acesso acumulado adicional administradora administrador ajuste anterior apurado aquisicao assinatura
  atual autenticidade autorizacao auxiliar bancaria bancario bc bruto barras cadastral cadastro calculo cancelamento
  cbo cliente cobrado cobranca comercial completo compra comum conclusao condicionado condicional consumo contabil
  contato contribuinte controle corrente correspondencia cx declaracao deducao desconto descontado deposito devido
  digitavel diversas documentos eletronica eletronico emb emissao endereco entrega entregue envio empresarial
  esperada estadual estimado evento exp expedicao expedidor exterior fabricacao fantasia fase fatura fgts fim final
  financeiro fiscal fisica fixo funcionario geral habilitacao hipotecario impresso incidencia incondicionado
  industrializados individual informacoes inicial integral intermediador interno isento juridica lancamento legal
  leitura limite liquida liquido liq mensal minimo maximo moratorios movimentacao movimento municipal municipio
  nacional nasc nascimento nfe nfs nfse numero oficial operacional opcional orcamento outras pagar pago parcial
  particular pessoa pessoal postal predominante prestacao prestados prestado prevista previsto primeira
  processamento produtos prof proprietario publica publicacao quitacao realizacao recebedor recebimento rede
  registrada relacionadas remessa requerente residencial resp responsavel resumo retida retido retencao retencoes
  retorno rps dps reducao secundaria serventia servicos social solicitacao solicitante st subst substituto sub
  subscritas substituicao termino tecnico titular tomador trabalho transacao transporte trib tributacao tributaria
  tributario tributavel unit unitario unitaria usuario utilizacao variavel veiculo venc venda verificacao vezes
  vigente vl vlr volumes atividades principal digito agencia segurado seguradora apolice motorista condutor
  fornecimento instalacao medidor amount by code date day description due id line method name no number of on period
  price qty rate reference terms to total unit value
  fatura issue invoice due account balance customer net tax
  factura emision expedicion fecha vencimiento cliente imponible limite pagar unitario
  facture emission echeance commande client facturation ht ttc net payer intracommunautaire unitaire
  nr netto brutto am bis idnr mwst icms iss issqn
`);

/** Words without a meaning of their own. */
const STOP_WORDS = words(`
  e a o as os de da do das dos e em no na nos nas por para com ou ao à se sob que la le les l d du des
  the of and in for by to on at n r s
`);

/** Words that begin the heading of a section: who or what it is about. */
const SECTION_WORDS = words(`
  dados informacoes identificacao discriminacao descricao detalhamento detalhes resumo condicoes demonstrativo
  quadro relacao lista caracteristicas calculo tributacao totais valores historico prestador tomador emitente
  destinatario intermediario remetente transportador locador locatario locadora locataria contratante contratada
  contratado comprador vendedor cliente fornecedor fatura duplicata componentes composicao documentos expedidor modal
  recebedor reservado cargo consignee declaration freight parties routing shipper details information summary items particulars
`);

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}

/** The words of a text in lower case, without accents, digits and signs. */
export const asciiWords = (text: string): string[] => fold(text).match(/[a-z]+/g) ?? [];

/** How far a text consists of label words: 3 all words, 2 the first one, 0 otherwise. */
export function vocabularyStrength(text: string): 0 | 2 | 3 {
  const [first, ...rest] = text
    .replace(/\(.{0,100}?\)|R\$/g, ' ')
    .replace(/\be-mail/gi, 'email')
    .replace(/\bn\s?\.?\s?[°º]|\bno\.(?=\s|$)/gi, 'numero ')
    // Ours and yours, as in `V/ Ref.`
    .replace(/^[nsv]\/\s?(?=\p{L}{2})/iu, '')
    .replaceAll('/', ' e ')
    .split(/\s+/)
    .map(asciiWords)
    .filter((parts) => parts.length > 0);
  if (
    !isNumberName(first) &&
    (!first?.every((word) => isInList(LABEL_STARTS, word) || STOP_WORDS.has(word)) ||
      !isInList(LABEL_STARTS, first[0] ?? ''))
  )
    return 0;
  if (areStopWords(rest.at(-1))) return 2;
  if (rest.every((parts, index) => parts.every((word) => continuesLabel(word, areStopWords(rest[index - 1])))))
    return 3;
  // `Cidade Nova` is a place.
  return first?.[0] === 'cidade' ? 0 : 2;
}

/** `Art-Nr`, `Kd.Nr.`: the number of whatever it is. */
const isNumberName = (parts: string[] = []) => parts.length > 1 && parts.includes('nr');

export const isStopWord = (text: string) => areStopWords(asciiWords(text));

/** Whether a word is a label word, without any misread letter. */
export const isLabelWord = (word: string) => LABEL_STARTS.has(word) || LABEL_ENDINGS.has(word);

const areStopWords = (parts: string[] = []) => parts.length > 0 && parts.every((word) => STOP_WORDS.has(word));

/** "Banco do cliente" is one label, "Modelo telefone" would be two. */
const continuesLabel = (word: string, afterStopWord: boolean) =>
  STOP_WORDS.has(word) || isInList(LABEL_ENDINGS, word) || (afterStopWord && isInList(LABEL_STARTS, word));

/** Whether a text is the heading of a section: "Dados do cliente", "PRESTADOR DE SERVIÇOS". */
export function namesSection(text: string): boolean {
  const [first = ''] = asciiWords(text);
  return isInList(SECTION_WORDS, first);
}

/** Whether a word is in the list, or differs from a long word of it by one misread letter, or is a German one of that kind. */
const isInList = (list: Set<string>, word: string) =>
  list.has(word) || (word.length >= SAFE_LENGTH && (hasOneMisread(list, word) || COMPOUND.test(word)));

/** German labels of one word: Versandkostenbetrag, Leistungszeitraum. */
const COMPOUND =
  /^\w{3,}(?:nummer|datum|betrag|bedrag|summe|preis|menge|anschrift|adres(?:se)?|zeitraum|bezeichnung|bedingungen|empfanger)$/;

/** In shorter words one letter makes another word. */
const SAFE_LENGTH = 6;

/** Words of streets, which differ in one letter from a label word. */
const NOT_MISREAD = words('estrada');

const hasOneMisread = (list: Set<string>, word: string) =>
  !NOT_MISREAD.has(word) && (BY_LENGTH.get(list)?.get(word.length) ?? []).some((other) => differsInOne(other, word));

const BY_LENGTH = new Map(
  [LABEL_STARTS, LABEL_ENDINGS, SECTION_WORDS].map((list) => [list, Map.groupBy(list, ({ length }) => length)]),
);

function differsInOne(a: string, b: string): boolean {
  let differences = 0;
  for (let at = 0; at < a.length && differences < 2; at++) if (a[at] !== b[at]) differences++;
  return differences === 1;
}
