import { makePdf } from '../../../sandbox/samples/pdf.ts';

/** A paragraph; `bold` for headings. */
export type Line = string | { bold: string };

/**
 * What a document says: the sections' names, then facts as `section.field=value` and `section.table=cell|cell`, a
 * section being its place.
 */
export type ExpectedReading = { name: string; lines: Line[]; sections: string[]; facts: string[] };

/**
 * Documents in a text: `# name`, paragraphs with blank lines between them, *bold* ones for headings, then the names of
 * their sections behind § and their facts, one in a line.
 */
const documentsIn = (text: string): ExpectedReading[] =>
  text
    .split(/^# /m)
    .slice(1)
    .map((document) => {
      const [, name = '', written = '', sections = '', facts = ''] =
        /^(.+)\n([^]+)\n§ (.+)\n([^]+)/.exec(document) ?? [];
      const paragraphs = written.split('\n\n').map((lines) => lines.replaceAll('\n', ' '));
      return {
        name,
        lines: paragraphs.map((line) => (line.startsWith('*') ? { bold: line.slice(1, -1) } : line)),
        sections: sections.split(' | '),
        facts: facts.trim().split('\n'),
      };
    });

/** Written as typists do: paragraphs over the whole width, broken where they are full. */
export const paragraphs = (lines: Line[]) =>
  makePdf((d) => {
    d.x = 55;
    d.y = 50;
    for (const line of lines) {
      const bold = typeof line !== 'string';
      d.font(bold ? 'Times-Bold' : 'Times-Roman')
        .fontSize(11)
        .text(bold ? line.bold : line, { width: 485, align: 'justify', lineGap: 2 });
      d.moveDown(0.5);
    }
  });

/** The same in two columns, below the first paragraph. */
export const inTwoColumns = ([title, ...lines]: Line[]) =>
  makePdf((d) => {
    const textOf = (line: Line = '') => (typeof line === 'string' ? line : line.bold);
    d.font('Times-Bold').fontSize(12).text(textOf(title), 55, 50, { width: 485, align: 'center' });
    d.font('Times-Roman').fontSize(10);
    const text = lines.map(textOf).join('\n\n');
    const whole = d.heightOfString(text, { width: 232, lineGap: 2 });
    d.text(text, 55, 90, {
      width: 485,
      columns: 2,
      columnGap: 21,
      height: whole / 2 + 30,
      align: 'justify',
      lineGap: 2,
    });
  });

/** Lines of the two columns are not level with each other, and a row of texts stands above them. */
export const inUnevenColumns = ([title, ...lines]: Line[]) =>
  makePdf((d) => {
    const textOf = (line: Line = '') => (typeof line === 'string' ? line : line.bold);
    d.font('Times-Bold').fontSize(12).text(textOf(title), 55, 50, { width: 485, align: 'center' });
    d.font('Times-Roman').fontSize(10);
    ['Via 1', 'Processo 77', 'Tomo B', 'fls. 3 v.'].forEach((text, at) => d.text(text, 55 + 130 * at, 82));
    const middle = Math.ceil(lines.length / 2);
    [lines.slice(0, middle), lines.slice(middle)].forEach((column, at) =>
      d.text(column.map(textOf).join('\n\n'), 55 + 253 * at, 100 + 5 * at, {
        width: 232,
        align: 'justify',
        lineGap: 2,
      }),
    );
  });

export const registries = documentsIn(`
# prose with capitals and words for dates
*1º OFÍCIO DE REGISTRO DE IMÓVEIS DE EXEMPLÓPOLIS*

MATRÍCULA Nº 12.345     FICHA 01     LIVRO Nº 2

Exemplópolis, 5 de março de 1998.

IMÓVEL: Apartamento nº 31, localizado no 3º andar do Edifício Modelo, situado na Rua das Amostras, nº 77, nesta
cidade, com área privativa de 75,50m², área comum de 22,10 m² e área total de 97,60 m², correspondendo-lhe a fração
ideal de 0,0125 do terreno.

PROPRIETÁRIO: CARLOS MODELO NUNES, brasileiro, solteiro, maior, engenheiro, RG nº 1.234.567-8 SSP/PR, CPF nº
529.982.247-25, residente e domiciliado nesta cidade.

REGISTRO ANTERIOR: Matrícula nº 9.876 deste Ofício.

R.1/12.345 - Em 22 de agosto de 2000. COMPRA E VENDA. Por escritura pública lavrada em 10 de agosto de 2000, às fls.
12 do livro 34 do Tabelionato local, CARLOS MODELO NUNES, já qualificado, CPF 529.982.247-25, vendeu o imóvel desta
matrícula a DORA EXEMPLO LIMA, brasileira, divorciada, médica, CPF 111.444.777-35, residente nesta cidade, pelo preço
de R$ 120.000,00 (cento e vinte mil reais). Dou fé. O Oficial.

AV.2/12.345 - Em doze de março de dois mil e vinte. CASAMENTO. Procede-se a esta averbação para constar que a
proprietária casou-se com ENZO TESTE PRADO sob o regime da comunhão parcial de bens, conforme certidão expedida em 3
de março de 2020. Dou fé.

R.3/12.345 - Em 5 de maio de 2021. ALIENAÇÃO FIDUCIÁRIA. DEVEDORA FIDUCIANTE: DORA EXEMPLO LIMA, CPF 111.444.777-35.
CREDOR FIDUCIÁRIO: BANCO MODELO S.A., CNPJ 11.222.333/0001-81. VALOR DA DÍVIDA: R$ 200.000,00. VALOR DA GARANTIA: R$
350.000,00.
§ header | record | annotation | record
0.matricula=12.345
0.ficha=01
0.data=1998-03-05
0.area_privativa=75.50 m²
0.area_total=97.60 m²
0.fracao_ideal=0,0125
0.original_owners=CARLOS MODELO NUNES|52998224725
1.number=R.1
1.date=2000-08-22
1.types=COMPRA E VENDA
1.involved=transmitente|CARLOS MODELO NUNES|52998224725
1.involved=adquirente|DORA EXEMPLO LIMA|11144477735
1.values=120000.00
2.number=AV.2
2.date=2020-03-12
2.types=CASAMENTO
3.number=R.3
3.date=2021-05-05
3.types=ALIENAÇÃO FIDUCIÁRIA
3.involved=devedora fiduciante|DORA EXEMPLO LIMA|11144477735
3.involved=credor fiduciário|BANCO MODELO S.A.|11222333000181
3.values=200000.00
3.values=350000.00

# labels in the text, dashes, the sheet as M.
*REGISTRO DE IMÓVEIS - 2ª CIRCUNSCRIÇÃO*

Matrícula: 4.567          Ficha: 1

IMÓVEL: Lote de terreno urbano nº 12 da quadra 5, com área de 360,00 metros quadrados.

PROPRIETÁRIOS: JOSÉ AMOSTRA DE SOUZA, brasileiro, comerciante, CPF 390.533.447-05, e sua mulher MARIA AMOSTRA DE
SOUZA, brasileira, do lar, CPF 153.509.460-56, residentes nesta cidade.

R-1-M.4.567 - Protocolo nº 12.001 de 03/02/2005. TÍTULO: Compra e Venda. TRANSMITENTES: JOSÉ AMOSTRA DE SOUZA, CPF
390.533.447-05, e MARIA AMOSTRA DE SOUZA, CPF 153.509.460-56. ADQUIRENTE: CONSTRUTORA EXEMPLO LTDA., CNPJ
11.222.333/0001-81. VALOR: R$ 45.000,00. Registrado em 10/02/2005. Dou fé. Exemplópolis, 10 de fevereiro de 2005.

AV-2-M.4.567 - Exemplópolis, 7 de julho de 2008. CONSTRUÇÃO. Foi edificada no terreno uma casa de alvenaria com área
construída de 142,50 metros quadrados, conforme R-1 acima e habite-se nº 55 de 01/07/2008.

R-3-M.4.567 - HIPOTECA. Em 1º de setembro de 2010. DEVEDORA: CONSTRUTORA EXEMPLO LTDA., CNPJ 11.222.333/0001-81.
CREDORA: COOPERATIVA MODELO DE CRÉDITO, CNPJ 45.723.174/0001-10. VALOR: R$ 80.000,00.

AV-4-M.4.567 - CANCELAMENTO DE HIPOTECA. Em 20/12/2012. Fica cancelada a hipoteca do R-3.
§ header | record | annotation | record | annotation
0.matricula=4.567
0.area=360.00 m²
0.original_owners=JOSÉ AMOSTRA DE SOUZA|39053344705
0.original_owners=MARIA AMOSTRA DE SOUZA|15350946056
1.number=R.1
1.date=2005-02-10
1.types=Compra e Venda
1.involved=transmitente|JOSÉ AMOSTRA DE SOUZA|39053344705
1.involved=transmitente|MARIA AMOSTRA DE SOUZA|15350946056
1.involved=adquirente|CONSTRUTORA EXEMPLO LTDA|11222333000181
1.values=45000.00
2.number=AV.2
2.date=2008-07-07
2.types=CONSTRUÇÃO
3.number=R.3
3.date=2010-09-01
3.types=HIPOTECA
3.involved=devedora|CONSTRUTORA EXEMPLO LTDA|11222333000181
3.involved=credora|COOPERATIVA MODELO DE CRÉDITO|45723174000110
3.values=80000.00
4.number=AV.4
4.date=2012-12-20
4.types=CANCELAMENTO DE HIPOTECA

# whole words for records and annotations
*SERVIÇO REGISTRAL DE IMÓVEIS DE MODELÂNDIA*

Matrícula nº 777

Imóvel: Uma casa residencial situada na Avenida Modelo, nº 100, em Modelândia.

Proprietária: ANA EXEMPLO PEREIRA, brasileira, viúva, aposentada, inscrita no CPF sob nº 529.982.247-25.

Registro nº 1 - Aos dez dias do mês de outubro do ano de mil novecentos e noventa e nove. O imóvel foi adquirido por
BRUNO MODELO SOUZA, brasileiro, solteiro, CPF 111.444.777-35, por compra feita a ANA EXEMPLO PEREIRA, CPF
529.982.247-25, pelo valor de R$ 30.000,00, nos termos da escritura pública de compra e venda.

Averbação nº 2 - Em 4 de abril de 2003. Procede-se a esta averbação para constar a demolição da casa, nos termos do
registro nº 1 e do requerimento datado de 1º de abril de 2003.

Registro nº 3 - Em 9 de setembro de 2011. BRUNO MODELO SOUZA, CPF 111.444.777-35, doou o imóvel a CLARA MODELO SOUZA,
brasileira, menor, CPF 390.533.447-05. Valor atribuído: R$ 90.000,00.
§ header | record | annotation | record
0.matricula=777
0.original_owners=ANA EXEMPLO PEREIRA|52998224725
1.number=R.1
1.date=1999-10-10
1.types=COMPRA E VENDA
1.involved=adquirente|BRUNO MODELO SOUZA|11144477735
1.involved=transmitente|ANA EXEMPLO PEREIRA|52998224725
1.values=30000.00
2.number=AV.2
2.date=2003-04-04
2.types=DEMOLIÇÃO
3.number=R.3
3.date=2011-09-09
3.involved=doador|BRUNO MODELO SOUZA|11144477735
3.involved=donatário|CLARA MODELO SOUZA|39053344705
3.values=90000.00

# typed sheet, old money, no punctuation after the number
CARTÓRIO DO REGISTRO DE IMÓVEIS DA COMARCA DE AMOSTRAL

MATRÍCULA 23.001 FICHA 1

Amostral, 12 de junho de 1985

IMÓVEL - Terreno constituído pelo lote nº 8 da quadra B do loteamento Jardim Exemplo, com a área de 1.250,00 m2.

PROPRIETÁRIO - PAULO TESTE RAMOS, brasileiro, casado, agricultor, CPF nº 529.982.247-25, residente nesta cidade.

R-01/23.001 Em 3 de outubro de 1986. Pela escritura de compra e venda de 20 de setembro de 1986, o proprietário PAULO
TESTE RAMOS, CPF 529.982.247-25, transmitiu o imóvel a RITA TESTE GOMES, brasileira, solteira, professora, CPF
111.444.777-35, por Cz$ 50.000,00. O escrevente.

AV-02/23.001 Em 8 de janeiro de 1990. À vista do requerimento e da certidão da Prefeitura, averba-se que a Rua B
passou a denominar-se Rua das Acácias.

R-03/23.001 Em 15 de maio de 2002. Por formal de partilha passado em 2 de abril de 2002, dos bens deixados por RITA
TESTE GOMES, CPF 111.444.777-35, o imóvel coube à herdeira única SONIA TESTE GOMES, brasileira, casada, CPF
390.533.447-05, avaliado em R$ 62.500,00.
§ header | record | annotation | record
0.matricula=23.001
0.data=1985-06-12
0.area=1250.00 m²
0.original_owners=PAULO TESTE RAMOS|52998224725
1.number=R.1
1.date=1986-10-03
1.types=COMPRA E VENDA
1.involved=transmitente|PAULO TESTE RAMOS|52998224725
1.involved=adquirente|RITA TESTE GOMES|11144477735
1.values=Cz$ 50.000,00
2.number=AV.2
2.date=1990-01-08
3.number=R.3
3.date=2002-05-15
3.values=62500.00

# markers in parentheses and with MAT., headings of their own
*OFÍCIO ÚNICO DE REGISTRO DE IMÓVEIS DE TESTELÂNDIA*

Matrícula n.º 1.002      Livro n.º 2-A      Ficha n.º 03

IMÓVEL: Sala comercial nº 804 do Condomínio Empresarial Modelo, com área privativa de 41,20 m² e vaga de garagem.

PROPRIETÁRIA: INCORPORADORA AMOSTRA S/A, pessoa jurídica de direito privado, CNPJ nº 45.723.174/0001-10, com sede em
Testelândia.

*R.1 - MAT. 1.002 - COMPRA E VENDA*

Data: 14/02/2014. OUTORGANTE VENDEDORA: INCORPORADORA AMOSTRA S/A, CNPJ 45.723.174/0001-10. OUTORGADOS COMPRADORES:
TIAGO EXEMPLO ROCHA, brasileiro, dentista, CPF 529.982.247-25, e LIA EXEMPLO ROCHA, brasileira, arquiteta, CPF
111.444.777-35. VALOR: R$ 310.500,00.

*AV.2 - MAT. 1.002 - PENHORA*

Testelândia, 30 de novembro de 2018. Nos termos do mandado expedido em 5 de novembro de 2018, processo nº
0001234-56.2018.8.16.0001, averba-se a penhora do imóvel para garantia da dívida de R$ 18.740,33.

*AV.3 - MAT. 1.002 - CANCELAMENTO DE PENHORA*

Em vinte e um de dezembro de dois mil e dezenove. Fica cancelada a penhora objeto da AV.2.
§ header | record | annotation | annotation
0.matricula=1.002
0.area_privativa=41.20 m²
0.original_owners=INCORPORADORA AMOSTRA S/A|45723174000110
1.number=R.1
1.date=2014-02-14
1.types=COMPRA E VENDA
1.involved=outorgante vendedora|INCORPORADORA AMOSTRA S/A|45723174000110
1.involved=outorgado comprador|TIAGO EXEMPLO ROCHA|52998224725
1.involved=outorgado comprador|LIA EXEMPLO ROCHA|11144477735
1.values=310500.00
2.number=AV.2
2.date=2018-11-30
2.types=PENHORA
2.values=18740.33
3.number=AV.3
3.date=2019-12-21
3.types=CANCELAMENTO DE PENHORA

# dates of other acts before the date of the record, a certificate below, fractions with thousands
*2º OFÍCIO DE REGISTRO DE IMÓVEIS DE AMOSTRAL*

MATRÍCULA Nº 31.874     FICHA 01

IMÓVEL: Loja 3 do prédio situado na Rua das Amostras, nº 182, e a fração ideal de 27/1.000 do terreno.

PROPRIETÁRIO: PAULO TESTE RAMOS, brasileiro, comerciante, CPF nº 529.982.247-25, residente nesta cidade.

R-1-31.874 - PARTILHA: Prot. 40.112. Por formal de partilha de 19/08/1997, do Juízo da 2ª Vara, o imóvel coube à
herdeira SONIA TESTE GOMES, brasileira, CPF 390.533.447-05. Amostral, 03 de outubro de 1997.

AV-2-31.874 - ÓBITO: Prot. 88.540. Certifico o falecimento de SONIA TESTE GOMES, ocorrido em 27/02/2011. Em
15/06/2011.

AV-3-31.874 - CANCELAMENTO DE PENHORA: Em cumprimento a ofício de 09/11/2020, fica cancelada a penhora. Dou fé.
Amostral/RJ, 24/11/2020.

R-4-31.874 - USUFRUTO: Por escritura de 30/09/2024, a proprietária instituiu usufruto vitalício. Valor atribuído: R$
150.000,00. São José do Amostral, 14 de outubro de 2024.

CERTIFICO que a presente é reprodução fiel da matrícula. Amostral, 12 de novembro de 2026.
§ header | record | annotation | annotation | record
0.fracao_ideal=27/1.000
1.date=1997-10-03
2.date=2011-06-15
3.date=2020-11-24
4.date=2024-10-14
`);

const PARTNERS =
  'ANA EXEMPLO PEREIRA, brasileira, casada sob o regime da comunhão parcial de bens, empresária, portadora ' +
  `da cédula de identidade RG nº 1.234.567-8 SSP/PR e inscrita no CPF sob nº 529.982.247-25, residente e domiciliada ` +
  'na Rua das Flores, nº 100, em Curitiba - PR; e BRUNO MODELO SOUZA, brasileiro, solteiro, engenheiro, ' +
  `CPF nº 111.444.777-35, residente na Avenida Modelo, nº 20, em Curitiba - PR`;

export const contracts = documentsIn(`
# clauses in words, partners introduced in a sentence
*CONTRATO SOCIAL DE CONSTITUIÇÃO DE SOCIEDADE LIMITADA*

Pelo presente instrumento particular, ${PARTNERS}, resolvem constituir uma sociedade limitada, mediante as cláusulas
seguintes:

*CLÁUSULA PRIMEIRA - DO NOME E DA SEDE*

A sociedade girará sob o nome empresarial de EXEMPLO COMÉRCIO DE PEÇAS LTDA. e terá sede na Rua do Modelo, nº 10,
Centro, Curitiba - PR, CEP 80010-000.

*CLÁUSULA SEGUNDA - DO OBJETO*

A sociedade tem por objeto o comércio varejista de peças e acessórios.

*CLÁUSULA TERCEIRA - DO CAPITAL SOCIAL*

O capital social é de R$ 50.000,00 (cinquenta mil reais), dividido em 50.000 (cinquenta mil) quotas de R$ 1,00 cada
uma, assim distribuídas: ANA EXEMPLO PEREIRA, com 30.000 (trinta mil) quotas, no valor de R$ 30.000,00,
correspondentes a 60% do capital; BRUNO MODELO SOUZA, com 20.000 (vinte mil) quotas, no valor de R$ 20.000,00,
correspondentes a 40% do capital.

*CLÁUSULA QUARTA - DO PRAZO*

O prazo de duração da sociedade é indeterminado.

*CLÁUSULA QUINTA - DO FORO*

Fica eleito o foro da Comarca de Curitiba para dirimir as dúvidas deste contrato. Curitiba, 12 de março de 2020.
§ header | clause | clause | clause | clause | clause
0.involved=sócio|ANA EXEMPLO PEREIRA|52998224725
0.involved=sócio|BRUNO MODELO SOUZA|11144477735
1.nome_empresarial=EXEMPLO COMÉRCIO DE PEÇAS LTDA
1.sede=Rua do Modelo, nº 10, Centro, Curitiba - PR, CEP 80010-000
2.objeto_social=o comércio varejista de peças e acessórios
3.capital_social=50000.00
3.quotas=50000
3.valor_quota=1.00
3.partners=ANA EXEMPLO PEREIRA|52998224725|30000|30000.00|60%
3.partners=BRUNO MODELO SOUZA|11144477735|20000|20000.00|40%
4.prazo_duracao=indeterminado
5.foro=Comarca de Curitiba
5.data_assinatura=2020-03-12

# numbered clauses in the line, an alteration
*PRIMEIRA ALTERAÇÃO DO CONTRATO SOCIAL*

${PARTNERS}, únicos sócios da sociedade MODELO TECNOLOGIA LTDA., inscrita no CNPJ sob nº 11.222.333/0001-81, com
contrato arquivado na Junta Comercial sob NIRE 41.2.0123456-7, resolvem alterar o contrato:

Cláusula 1ª - A sociedade passa a ter sua sede na Avenida Modelo, nº 200, sala 3, Londrina - PR.

Cláusula 2ª - O objetivo social da sociedade será o desenvolvimento de programas de computador.

Cláusula 3ª - O capital social passa a ser de R$ 120.000,00, dividido em 1.200 quotas no valor nominal de R$ 100,00
cada, cabendo a ANA EXEMPLO PEREIRA 900 quotas (75%) e a BRUNO MODELO SOUZA 300 quotas (25%).

Londrina, 3 de maio de 2022.
§ header | clause | clause | clause
0.cnpj=11222333000181
0.nire=41.2.0123456-7
0.involved=sócio|ANA EXEMPLO PEREIRA|52998224725
0.involved=sócio|BRUNO MODELO SOUZA|11144477735
1.sede=Avenida Modelo, nº 200, sala 3, Londrina - PR
2.objeto_social=o desenvolvimento de programas de computador
3.capital_social=120000.00
3.quotas=1200
3.valor_quota=100.00
3.partners=ANA EXEMPLO PEREIRA|52998224725|900||75%
3.partners=BRUNO MODELO SOUZA|11144477735|300||25%
3.data_assinatura=2022-05-03

# articles, lists of partners, a trade name
*CONTRATO SOCIAL - TESTE SERVIÇOS LTDA*

Os abaixo assinados: 1) TIAGO EXEMPLO ROCHA, brasileiro, divorciado, contador, nascido em 02/01/1980, CPF:
390.533.447-05, domiciliado na Rua Um, 11, Natal - RN; 2) LIA TESTE GOMES, brasileira, solteira, maior,
administradora, CPF: 153.509.460-56, domiciliada na Rua Dois, 22, Natal - RN, têm entre si justo e contratado
constituir uma sociedade limitada:

*CLÁUSULA 1ª - DENOMINAÇÃO*

A sociedade terá a denominação social de TESTE SERVIÇOS LTDA, usando o nome de fantasia TESTE BRASIL.

*CLÁUSULA 2ª - SEDE*

A sede da sociedade é na Rua Três, nº 33, bairro Tirol, Natal - RN, podendo abrir filiais em todo o país.

*CLÁUSULA 3ª - OBJETO*

O objeto social é a prestação de serviços de limpeza e conservação.

*CLÁUSULA 4ª - CAPITAL*

O capital social será de R$ 20.000,00 (vinte mil reais), representado por 200 (duzentas) quotas no valor de R$ 100,00
(cem reais) cada uma, subscritas: a) TIAGO EXEMPLO ROCHA subscreve 150 (cento e cinquenta) quotas, perfazendo R$
15.000,00; b) LIA TESTE GOMES subscreve 50 (cinquenta) quotas, perfazendo R$ 5.000,00.

*CLÁUSULA 5ª - DURAÇÃO E FORO*

O prazo de duração é por tempo indeterminado. As partes elegem o foro da Comarca de Natal, Estado do Rio Grande do
Norte. Natal/RN, 9 de novembro de 2023.
§ header | clause | clause | clause | clause | clause
0.involved=sócio|TIAGO EXEMPLO ROCHA|39053344705
0.involved=sócio|LIA TESTE GOMES|15350946056
1.nome_empresarial=TESTE SERVIÇOS LTDA
1.nome_fantasia=TESTE BRASIL
2.sede=Rua Três, nº 33, bairro Tirol, Natal - RN
3.objeto_social=a prestação de serviços de limpeza e conservação
4.capital_social=20000.00
4.quotas=200
4.valor_quota=100.00
4.partners=TIAGO EXEMPLO ROCHA|39053344705|150|15000.00|
4.partners=LIA TESTE GOMES|15350946056|50|5000.00|
5.prazo_duracao=indeterminado
5.foro=Comarca de Natal
5.data_assinatura=2023-11-09
`);

/** The headings of the first are told by their type alone. */
export const otherContracts = documentsIn(`
# changes in words before the clauses, and signatures
*SEGUNDA ALTERAÇÃO CONTRATUAL COM CONSOLIDAÇÃO*

Pelo presente instrumento, ${PARTNERS}, resolvem alterar o contrato social:

*I – DAS ALTERAÇÕES*

Primeira. Retira-se da sociedade o sócio BRUNO MODELO SOUZA, que cede e transfere a totalidade de suas quotas à sócia
ora admitida CLARA MODELO SOUZA, brasileira, solteira, portadora do passaporte nº V384512, residente na Rua das
Mercês, nº 204, em Curitiba - PR.

Segunda. A denominação social passa a ser MODELO E MODELO LTDA.

*II – DA CONSOLIDAÇÃO*

Cláusula 1ª – Do foro. Fica eleito o foro da Comarca de Curitiba. Curitiba, 22 de outubro de 2024.

*ANA EXEMPLO PEREIRA*

*BRUNO MODELO SOUZA*

(sócio retirante)
§ header | i_das_alteracoes | ii_da_consolidacao | clause | ana_exemplo_pereira | bruno_modelo_souza
0.involved=sócio|ANA EXEMPLO PEREIRA|52998224725
0.involved=sócio|BRUNO MODELO SOUZA|11144477735
3.foro=Comarca de Curitiba
5.data_assinatura=2024-10-22

# a title of three lines
*INSTRUMENTO PARTICULAR DE CONTRATO DE CONSTITUIÇÃO DE SOCIEDADE EMPRESÁRIA LIMITADA DENOMINADA EXEMPLO COMÉRCIO DE
PEÇAS E ACESSÓRIOS PARA VEÍCULOS LTDA.*

${PARTNERS}, constituem sociedade limitada:

*CLÁUSULA 1ª - DO FORO*

Fica eleito o foro da Comarca de Curitiba. Curitiba, 12 de março de 2020.
§ header | clause
0.title=INSTRUMENTO PARTICULAR DE CONTRATO DE CONSTITUIÇÃO DE SOCIEDADE EMPRESÁRIA LIMITADA DENOMINADA EXEMPLO \
COMÉRCIO DE PEÇAS E ACESSÓRIOS PARA VEÍCULOS LTDA.
1.foro=Comarca de Curitiba
`);
