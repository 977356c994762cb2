/**
 * Addresses with what they say: label|street|number|suburb|city|state|postcode and, where it is not Brazil, |country;
 * nothing where the text says nothing. Accents of streets and suburbs are as somebody wrote them.
 */
export const ADDRESSES = `
# the capital of the postal code, whose suburb is also a city of the state that has its name
Rua Vergueiro, 1000, Paraíso, São Paulo, 04101-000 = Rua|Vergueiro|1000|Paraíso|São Paulo||04101-000
# separators of every kind
Av. Paulista, 1578 - Bela Vista, São Paulo - SP, 01310-200 = Avenida|Paulista|1578|Bela Vista|São Paulo|SP|01310-200
Rua das Flores 12, Centro, Campinas/SP CEP 13010-110 = Rua|das Flores|12|Centro|Campinas|SP|13010-110
Praça dos Três Poderes, s/n - Brasília - DF - 70150-900 = Praça|dos Três Poderes|S/N||Brasília|DF|70150-900
Rua Riachuelo, 115; Sé; São Paulo; SP; 01007-904 = Rua|Riachuelo|115|Sé|São Paulo|SP|01007-904
Av. Erasmo Braga, 115 | Centro | Rio de Janeiro-RJ | CEP 20020-903
  = Avenida|Erasmo Braga|115|Centro|Rio de Janeiro|RJ|20020-903
Rua Prudente de Morais – 1455 – Ipanema – Rio de Janeiro/RJ = Rua|Prudente de Morais|1455|Ipanema|Rio de Janeiro|RJ
Rua Goiás,253,Centro,Belo Horizonte,MG,30190-925 = Rua|Goiás|253|Centro|Belo Horizonte|MG|30190-925
Avenida Goiás - 400 - Centro - Goiânia(GO) = Avenida|Goiás|400|Centro|Goiânia|GO
Rua Desembargador Vieira Cavalcante, 701 / Dionísio Torres / Fortaleza / CE
  = Rua|Desembargador Vieira Cavalcante|701|Dionísio Torres|Fortaleza|CE
Quinta Avenida, 560, Centro Administrativo da Bahia, Salvador - BA, 41745-004
  = |Quinta Avenida|560|Centro Administrativo da Bahia|Salvador|BA|41745-004
Rua Otaviano Carneiro 2, Natal/RN, Tirol = Rua|Otaviano Carneiro|2|Tirol|Natal|RN
Av Duque de Caxias 150 - Centro - CEP 65010-000 - São Luís - Maranhão
  = Avenida|Duque de Caxias|150|Centro|São Luís|MA|65010-000
# block and house, roads without a number, post boxes
Rua Marechal Floriano Peixoto, 10-25, Centro, Bauru - SP = Rua|Marechal Floriano Peixoto|10-25|Centro|Bauru|SP
Rua Gustavo Maciel 23-45 Vila Nova Bauru SP 17012-115 = Rua|Gustavo Maciel|23-45|Vila Nova|Bauru|SP|17012-115
Av. Nações Unidas, nº 17-17 - apto 12, Bauru/SP = Avenida|Nações Unidas|17-17||Bauru|SP
Estrada Municipal do Bairro dos Pires, s/nº, Zona Rural, Limeira, São Paulo, 13480-970
  = Estrada|Municipal do Bairro dos Pires|S/N|Zona Rural|Limeira|SP|13480-970
Estrada do Bairro do Limoeiro, 1500, São José dos Campos - SP
  = Estrada|do Bairro do Limoeiro|1500||São José dos Campos|SP
Fazenda Santa Rita, Zona Rural, Uberaba - MG, 38000-000 = Fazenda|Santa Rita||Zona Rural|Uberaba|MG|38000-000
Sítio Boa Vista, Zona Rural, Limeira/SP = Sítio|Boa Vista||Zona Rural|Limeira|SP
Assentamento Nova Esperança, Lote 12, Zona Rural, Marabá - PA = Assentamento|Nova Esperança||Zona Rural|Marabá|PA
Vila Olímpica, Bloco 3, ap 22, Rio de Janeiro - RJ = Vila|Olímpica|||Rio de Janeiro|RJ
103 Sul, Rua SO 3, Lote 5, Palmas - TO = Rua|SO 3|||Palmas|TO
Caixa Postal 1234, 80011-970 Curitiba PR = ||||Curitiba|PR|80011-970
Cx. Postal 300 - CEP 13100-970 - Campinas - SP = ||||Campinas|SP|13100-970
C.P. 1234, Centro, 80011-970 Curitiba - PR = |||Centro|Curitiba|PR|80011-970
# postal form
Avenida Paulista, 1000 - Apto 12¶Bela Vista¶São Paulo - SP¶01310-100
  = Avenida|Paulista|1000|Bela Vista|São Paulo|SP|01310-100
Rua Jardim Botânico, 1008¶Jardim Botânico¶Rio de Janeiro - RJ¶22460-000
  = Rua|Jardim Botânico|1008|Jardim Botânico|Rio de Janeiro|RJ|22460-000
Museu Oscar Niemeyer¶Rua Marechal Hermes, 999¶Centro Cívico¶80530-230 - Curitiba - PR
  = Rua|Marechal Hermes|999|Centro Cívico|Curitiba|PR|80530-230
Rua Sete de Setembro, 1020\r¶Centro Histórico - Porto Alegre - RS\r¶CEP: 90010-191\r¶Brasil
  = Rua|Sete de Setembro|1020|Centro Histórico|Porto Alegre|RS|90010-191
Av. Beira-Mar, 1500¶Atalaia¶49035-000 Aracaju/SE = Avenida|Beira-Mar|1500|Atalaia|Aracaju|SE|49035-000
# upper case, no accents, no separators
AV PAULISTA 1000 BELA VISTA SAO PAULO SP 01310100 = Avenida|Paulista|1000|Bela Vista|São Paulo|SP|01310-100
RUA QUINZE DE NOVEMBRO 600 CENTRO CURITIBA PR 80020310 = Rua|Quinze de Novembro|600|Centro|Curitiba|PR|80020-310
RUA 25 DE MARCO 100 CENTRO SAO PAULO SP = Rua|25 de Marco|100|Centro|São Paulo|SP
AL SANTOS 2300 APTO 51 CERQUEIRA CESAR SAO PAULO SP = Alameda|Santos|2300|Cerqueira Cesar|São Paulo|SP
AV ATLANTICA S/N COPACABANA RIO DE JANEIRO RJ = Avenida|Atlantica|S/N|Copacabana|Rio de Janeiro|RJ
RUA SAO PAULO 1071 LOURDES BELO HORIZONTE MG = Rua|São Paulo|1071|Lourdes|Belo Horizonte|MG
R PADRE JOAO MANUEL 755 SALA 10 JARDIM PAULISTA SAO PAULO SP CEP 01411001
  = Rua|Padre João Manuel|755|Jardim Paulista|São Paulo|SP|01411-001
AV CRISTOVAO COLOMBO 545 FLORESTA PORTO ALEGRE RIO GRANDE DO SUL
  = Avenida|Cristovão Colombo|545|Floresta|Porto Alegre|RS
ROD WASHINGTON LUIS KM 235 MONJOLINHO SAO CARLOS SP = Rodovia|Washington Luis|km 235|Monjolinho|São Carlos|SP
TRAVESSA DR MORAES 21 NAZARE BELEM PA 66035080 = Travessa|Doutor Moraes|21|Nazare|Belém|PA|66035-080
PRACA DA LIBERDADE 21 FUNCIONARIOS BELO HORIZONTE MG 30140010
  = Praça|da Liberdade|21|Funcionarios|Belo Horizonte|MG|30140-010
RUA 7 1500 SETOR CENTRAL GOIANIA GO = Rua|7|1500|Setor Central|Goiânia|GO
AVENIDA 9 DE JULHO 5000 JARDIM PAULISTA SAO PAULO SP = Avenida|9 de Julho|5000|Jardim Paulista|São Paulo|SP
RUA AUGUSTO STELLFELD 1908 BIGORRILHO CURITIBA PARANA = Rua|Augusto Stellfeld|1908|Bigorrilho|Curitiba|PR
RUA CHILE 10 CENTRO SALVADOR BAHIA 40020000 BRASIL = Rua|Chile|10|Centro|Salvador|BA|40020-000
RUA DA QUITANDA 86 2 ANDAR CENTRO RIO DE JANEIRO RJ = Rua|da Quitanda|86|Centro|Rio de Janeiro|RJ
# lower case
av. nove de julho 2029, bela vista, são paulo - sp = Avenida|Nove de Julho|2029|Bela Vista|São Paulo|SP
rua joão moura, 1076 - pinheiros - são paulo/sp = Rua|João Moura|1076|Pinheiros|São Paulo|SP
avenida boa viagem 5212 boa viagem recife pe = Avenida|Boa Viagem|5212|Boa Viagem|Recife|PE
praça rui barbosa, 99, centro, bauru, sp = Praça|Rui Barbosa|99|Centro|Bauru|SP
# numbers
Rua Voluntários da Pátria, nº 301, Botafogo, Rio de Janeiro - RJ
  = Rua|Voluntários da Pátria|301|Botafogo|Rio de Janeiro|RJ
Rua Aurora, 12-A, Santa Ifigênia, São Paulo - SP = Rua|Aurora|12-A|Santa Ifigênia|São Paulo|SP
Rua Bento Gonçalves, 1.234, Centro, Caxias do Sul - RS = Rua|Bento Gonçalves|1234|Centro|Caxias do Sul|RS
BR-116, km 23, Eusébio - CE = |BR-116|km 23||Eusébio|CE
Rodovia BR-277, nº 3500, km 5, Mossunguê, Curitiba - PR = Rodovia|BR-277|3500|Mossunguê|Curitiba|PR
Rodovia Presidente Dutra, s/n, km 154, Jardim das Indústrias, São José dos Campos - SP
  = Rodovia|Presidente Dutra|S/N|Jardim das Indústrias|São José dos Campos|SP
Avenida Central, sem número, Centro, Feira de Santana - BA = Avenida|Central|S/N|Centro|Feira de Santana|BA
Rua Tupi, N° 397, Santa Cecília, São Paulo - SP = Rua|Tupi|397|Santa Cecília|São Paulo|SP
Rua Cuba no 45 Jardim América São Paulo SP = Rua|Cuba|45|Jardim América|São Paulo|SP
Rua Alagoas, 730/734, Higienópolis, São Paulo - SP = Rua|Alagoas|730/734|Higienópolis|São Paulo|SP
1500, Avenida Higienópolis, Centro, Londrina - PR = Avenida|Higienópolis|1500|Centro|Londrina|PR
Estrada da Gávea, 899 B, São Conrado, Rio de Janeiro - RJ = Estrada|da Gávea|899 B|São Conrado|Rio de Janeiro|RJ
Rua dos Timbiras 1532 fundos Boa Viagem Belo Horizonte MG = Rua|dos Timbiras|1532|Boa Viagem|Belo Horizonte|MG
# names of streets that hold numbers and dates
Rua 25 de Março 100, Centro, São Paulo - SP = Rua|25 de Março|100|Centro|São Paulo|SP
Avenida 9 de Julho, 2029, Bela Vista, São Paulo - SP = Avenida|9 de Julho|2029|Bela Vista|São Paulo|SP
Rua 7, 233, Centro, Goiânia - GO = Rua|7|233|Centro|Goiânia|GO
Rua 7 de Setembro 99 Centro Rio de Janeiro RJ = Rua|7 de Setembro|99|Centro|Rio de Janeiro|RJ
Rua C-137, 500, Jardim América, Goiânia - GO = Rua|C-137|500|Jardim América|Goiânia|GO
Avenida 1º de Maio, 300, Centro, Belford Roxo - RJ = Avenida|1º de Maio|300|Centro|Belford Roxo|RJ
Rua Projetada 5, 100, Centro, Sinop - MT = Rua|Projetada 5|100|Centro|Sinop|MT
Rua 10, Centro, Rio Claro - SP = Rua|10||Centro|Rio Claro|SP
Avenida 31 de Março, 590, Votorantim, SP = Avenida|31 de Março|590||Votorantim|SP
Rua B, 15, Conjunto Ceará, Fortaleza - CE = Rua|B|15|Conjunto Ceará|Fortaleza|CE
Rua São João Paulo II, 80, Centro, Aparecida - SP = Rua|São João Paulo II|80|Centro|Aparecida|SP
# complements
Rua da Consolação, 2302, 5º andar, sala 51, Consolação, São Paulo - SP = Rua|da Consolação|2302|Consolação|São Paulo|SP
Av. Rio Branco, 1 - bloco B - 12º andar - Centro - Rio de Janeiro - RJ = Avenida|Rio Branco|1|Centro|Rio de Janeiro|RJ
Rua Pamplona, 145, Edifício Praça Pamplona, cj. 1203, Jardim Paulista, São Paulo - SP
  = Rua|Pamplona|145|Jardim Paulista|São Paulo|SP
Rua Domingos de Morais 2187 bl. Xangai sala 508 - Vila Mariana - São Paulo - SP
  = Rua|Domingos de Morais|2187|Vila Mariana|São Paulo|SP
Rua Baronesa, 20, casa 3, Casa Verde, São Paulo - SP = Rua|Baronesa|20|Casa Verde|São Paulo|SP
Avenida Dezessete de Agosto, 1893, Casa Forte, Recife - PE = Avenida|Dezessete de Agosto|1893|Casa Forte|Recife|PE
Rua Lauro Müller, 116 (Torre do Rio Sul), sala 2901, Botafogo, Rio de Janeiro/RJ
  = Rua|Lauro Müller|116|Botafogo|Rio de Janeiro|RJ
Rua Minas Gerais, 297, térreo e sobreloja, Centro, Londrina, PR = Rua|Minas Gerais|297|Centro|Londrina|PR
Rua Santa Catarina 1200 apto 301 Lourdes Belo Horizonte MG = Rua|Santa Catarina|1200|Lourdes|Belo Horizonte|MG
Av. Nações Unidas, 12.901, Torre Norte, 25º andar, Brooklin, São Paulo/SP
  = Avenida|Nações Unidas|12901|Brooklin|São Paulo|SP
Rua Gomes de Carvalho, 1510, próximo ao shopping, Vila Olímpia, São Paulo - SP
  = Rua|Gomes de Carvalho|1510|Vila Olímpia|São Paulo|SP
Av. Bady Bassitt, 4960, Shopping Iguatemi, loja 210, Vila Imperial, São José do Rio Preto - SP
  = Avenida|Bady Bassitt|4960|Vila Imperial|São José do Rio Preto|SP
Rua Padre Carapuceiro, 733, Empresarial Center, salas 101/102, Boa Viagem, Recife-PE
  = Rua|Padre Carapuceiro|733|Boa Viagem|Recife|PE
Rua Amazonas nº 45 casa nº 2 Centro Niterói RJ = Rua|Amazonas|45|Centro|Niterói|RJ
# Brasília and Goiânia
SQS 308 Bloco B Apto 101, Asa Sul, Brasília - DF, 70355-020 = |SQS 308 Bloco B||Asa Sul|Brasília|DF|70355-020
SQN 410 BLOCO C ASA NORTE BRASILIA DF = |SQN 410 Bloco C||Asa Norte|Brasília|DF
SCS Quadra 2 Bloco C Lote 22, Edifício Serra Dourada, sala 301, Asa Sul, Brasília - DF
  = |SCS Quadra 2 Bloco C||Asa Sul|Brasília|DF
QNM 18 Conjunto C Casa 20, Ceilândia, Brasília - DF = |QNM 18 Conjunto C||Ceilândia|Brasília|DF
CLS 405 Bloco B Loja 10, Asa Sul, Brasília/DF = |CLS 405 Bloco B||Asa Sul|Brasília|DF
SHN Quadra 2 Bloco F, Asa Norte, Brasília-DF = |SHN Quadra 2 Bloco F||Asa Norte|Brasília|DF
QE 38 Conjunto K Casa 12, Guará II, Brasília DF = |QE 38 Conjunto K||Guará II|Brasília|DF
SAUS Quadra 5, Bloco N, Lote 1, Asa Sul, Brasília - DF = |SAUS Quadra 5 Bloco N||Asa Sul|Brasília|DF
Quadra 12 Lote 5, Setor Oeste, Gama, Brasília - DF = Quadra|12||Gama|Brasília|DF
QR 405 Conjunto 12 Lote 3, Samambaia - DF = |QR 405 Conjunto 12||Samambaia||DF
SGAS 610, Bloco 2, sala 12, Asa Sul, Brasília, DF = |SGAS 610 Bloco 2||Asa Sul|Brasília|DF
Setor Bancário Sul Quadra 3 Bloco B, Asa Sul, Brasília - DF = |Setor Bancário Sul Quadra 3 Bloco B||Asa Sul|Brasília|DF
Rua 9, Qd. C-4, Lt. 12/13, n. 1234, Setor Marista, Goiânia - GO = Rua|9|1234|Setor Marista|Goiânia|GO
Av. T-63, Qd. 145, Lt. 5, Setor Bueno, Goiânia - GO, 74230-100 = Avenida|T-63||Setor Bueno|Goiânia|GO|74230-100
RUA 1024 QUADRA 71 LOTE 8 SETOR PEDRO LUDOVICO GOIANIA GO = Rua|1024||Setor Pedro Ludovico|Goiânia|GO
Rua João de Abreu, 192, Ed. Aton, Setor Oeste, Goiânia = Rua|João de Abreu|192|Setor Oeste|Goiânia
# abbreviations
R. Cel. Oscar Porto, 813, Pso. da Pátria, São Paulo - SP = Rua|Coronel Oscar Porto|813|Pso. da Pátria|São Paulo|SP
Al. Min. Rocha Azevedo, 882, Jd. Paulista, São Paulo - SP
  = Alameda|Ministro Rocha Azevedo|882|Jardim Paulista|São Paulo|SP
Tv. Frei Gil de Vila Nova, 59, Campina, Belém/PA = Travessa|Frei Gil de Vila Nova|59|Campina|Belém|PA
Pça. Cel. Pedro Osório, 2, Centro, Pelotas - RS = Praça|Coronel Pedro Osório|2|Centro|Pelotas|RS
Estr. dos Bandeirantes, 7000, Curicica, Rio de Janeiro-RJ = Estrada|dos Bandeirantes|7000|Curicica|Rio de Janeiro|RJ
Lgo. da Carioca, 5, Centro, Rio de Janeiro - RJ = Largo|da Carioca|5|Centro|Rio de Janeiro|RJ
Vl. Esperança, 10, Centro, Santos - SP = Vila|Esperança|10|Centro|Santos|SP
Trav. Dona Paula, 85, Higienópolis, São Paulo - SP = Travessa|Dona Paula|85|Higienópolis|São Paulo|SP
Rod. Anhanguera, km 98, Jd. Eulina, Campinas - SP = Rodovia|Anhanguera|km 98|Jardim Eulina|Campinas|SP
Av. Brig. Faria Lima, 2232, Jd. Paulistano, São Paulo - SP
  = Avenida|Brigadeiro Faria Lima|2232|Jardim Paulistano|São Paulo|SP
R. Gal. Osório, 1010, Cj. Hab. Padre Anchieta, Campinas - SP
  = Rua|General Osório|1010|Conjunto Habitacional Padre Anchieta|Campinas|SP
R. Sen. Dantas, 74, Centro, RJ = Rua|Senador Dantas|74|Centro||RJ
Av. Sto. Amaro, 3330, Bklyn, S. Paulo, SP = Avenida|Santo Amaro|3330|Bklyn|São Paulo|SP
R. N. Sra. da Lapa, 270, Lapa, São Paulo - SP = Rua|Nossa Senhora da Lapa|270|Lapa|São Paulo|SP
Av. Gen. Ataliba Leonel, 1205, Res. Santa Teresinha, S. J. dos Campos - SP
  = Avenida|General Ataliba Leonel|1205|Residencial Santa Teresinha|São José dos Campos|SP
# orders reversed
São Paulo - SP, Bela Vista, Av. Paulista, 1000, CEP 01310-100 = Avenida|Paulista|1000|Bela Vista|São Paulo|SP|01310-100
CEP 01310-100, SP, São Paulo, Bela Vista, Avenida Paulista, 1000
  = Avenida|Paulista|1000|Bela Vista|São Paulo|SP|01310-100
Curitiba/PR - Batel - Rua Bispo Dom José, 2495 = Rua|Bispo Dom José|2495|Batel|Curitiba|PR
Recife-PE, Boa Vista: Rua do Hospício, 100 = Rua|do Hospício|100|Boa Vista|Recife|PE
Moema, São Paulo/SP. Alameda dos Anapurus, 1500 = Alameda|dos Anapurus|1500|Moema|São Paulo|SP
Brasil - RS - Porto Alegre - Cidade Baixa - Rua da República, 575 = Rua|da República|575|Cidade Baixa|Porto Alegre|RS
# labels inside
Endereço: Rua Direita, 100 Bairro: Sé Cidade: São Paulo UF: SP CEP: 01002-000
  = Rua|Direita|100|Sé|São Paulo|SP|01002-000
Endereço: Rua Frei Serafim, 2352¶Bairro: Centro¶Cidade: Teresina¶UF: PI¶CEP: 64001-020
  = Rua|Frei Serafim|2352|Centro|Teresina|PI|64001-020
LOGRADOURO: AV BRASIL  NUMERO: 500  BAIRRO: CENTRO  MUNICIPIO: CASCAVEL  UF: PR  CEP: 85801000
  = Avenida|Brasil|500|Centro|Cascavel|PR|85801-000
Rua: Bela Cintra, 1200 - Bairro: Consolação - Cidade: São Paulo - Estado: São Paulo
  = Rua|Bela Cintra|1200|Consolação|São Paulo|SP
Município: Campinas, UF: SP, Logradouro: Rua Barão de Jaguara, Nº: 1481, Complemento: sala 12, Bairro: Centro
  = Rua|Barão de Jaguara|1481|Centro|Campinas|SP
Endereço: Praça da Matriz, 10 - Centro Município: Itu Estado: SP País: Brasil = Praça|da Matriz|10|Centro|Itu|SP
Endereço: AV CONTORNO Nº 9155 Compl: SALA 3 Bairro: PRADO Cidade/UF: BELO HORIZONTE - MG Cep: 30110-062 Telefone: 31 3555-0199
  = Avenida|Contorno|9155|Prado|Belo Horizonte|MG|30110-062
ENDERECO RUA TIRADENTES 150 BAIRRO CENTRO MUNICIPIO IPATINGA UF MG CEP 35160-014
  = Rua|Tiradentes|150|Centro|Ipatinga|MG|35160-014
Rua: Itália Nº: 12 Bairro: Jardim Europa Cidade: Marília Estado: SP = Rua|Itália|12|Jardim Europa|Marília|SP
# the same word as city, state, suburb, street
Rua São Paulo, 100, Jardim São Paulo, São Paulo - SP = Rua|São Paulo|100|Jardim São Paulo|São Paulo|SP
Av. Rio de Janeiro, 50, Bairro Rio de Janeiro, Campinas, São Paulo
  = Avenida|Rio de Janeiro|50|Rio de Janeiro|Campinas|SP
Rua Minas Gerais, 80, Centro, Poços de Caldas, Minas Gerais = Rua|Minas Gerais|80|Centro|Poços de Caldas|MG
Rua Pará, 50, Consolação, São Paulo, São Paulo, Brasil = Rua|Pará|50|Consolação|São Paulo|SP
Avenida Brasil, 2000, Rio de Janeiro - RJ = Avenida|Brasil|2000||Rio de Janeiro|RJ
Rua Argentina, 171, São Cristóvão, Rio de Janeiro - RJ = Rua|Argentina|171|São Cristóvão|Rio de Janeiro|RJ
Rua Portugal, 20, Comércio, Salvador, Bahia = Rua|Portugal|20|Comércio|Salvador|BA
Rua Tocantins, 15, Petrópolis, Porto Alegre - RS = Rua|Tocantins|15|Petrópolis|Porto Alegre|RS
Rua A, 3, Boa Vista, Boa Vista - RR = Rua|A|3|Boa Vista|Boa Vista|RR
Rua do Comércio, 8, Santa Luzia, Santa Luzia, MG = Rua|do Comércio|8|Santa Luzia|Santa Luzia|MG
Rua Goiânia, 9, Cidade Jardim, Goiânia, Goiás = Rua|Goiânia|9|Cidade Jardim|Goiânia|GO
# cities with difficult names
Rua Dona Margarida, 500, Centro, Santa Bárbara D'Oeste/SP = Rua|Dona Margarida|500|Centro|Santa Bárbara d'Oeste|SP
RUA CAMPO GRANDE 20 CENTRO MIRASSOL DOESTE MT = Rua|Campo Grande|20|Centro|Mirassol d'Oeste|MT
Av. Maringá, 10, Centro, Ji-Paraná - RO = Avenida|Maringá|10|Centro|Ji-Paraná|RO
Rua do Sol, 44, Centro, Olho Dagua das Flores AL = Rua|do Sol|44|Centro|Olho d'Água das Flores|AL
Av. Roberto Silveira, 100, Centro, Parati - RJ = Avenida|Roberto Silveira|100|Centro|Paraty|RJ
Rua Marquês, 20, Centro, Não-Me-Toque - RS = Rua|Marquês|20|Centro|Não-Me-Toque|RS
Rua A, 10, Centro, S. Bernardo do Campo - SP = Rua|A|10|Centro|São Bernardo do Campo|SP
Rua Pinto Bandeira, 7, Centro, Sta. Maria/RS = Rua|Pinto Bandeira|7|Centro|Santa Maria|RS
# parts missing
Rua Haddock Lobo, 1307 = Rua|Haddock Lobo|1307
Curitiba - PR = ||||Curitiba|PR
01310-100 = ||||||01310-100
CEP 01310 100 = ||||||01310-100
Centro, Niterói/RJ = |||Centro|Niterói|RJ
Rua das Flores, Centro, Curitiba - PR = Rua|das Flores||Centro|Curitiba|PR
Rua das Flores, 120, Curitiba = Rua|das Flores|120||Curitiba
Av. Dom Pedro II, 50 - Centro = Avenida|Dom Pedro II|50|Centro
Rua Bela Vista, 15, CEP 01.310-100 = Rua|Bela Vista|15||||01310-100
Paulista, 1000 - Bela Vista, São Paulo - SP = |Paulista|1000|Bela Vista|São Paulo|SP
Av. Vitória, 1729, Jucutuquara, Vitória, 29040-780 = Avenida|Vitória|1729|Jucutuquara|Vitória||29040-780
# in a sentence
situado na Rua das Amostras, 77, na cidade de Curitiba, Estado do Paraná = Rua|das Amostras|77||Curitiba|PR
residente e domiciliado na Rua Padre Anchieta, nº 1500, apto. 32, Bigorrilho, em Curitiba/PR, CEP 80.730-000
  = Rua|Padre Anchieta|1500|Bigorrilho|Curitiba|PR|80730-000
O evento acontece no Parque Ibirapuera, na Av. Pedro Álvares Cabral, s/n, Vila Mariana, São Paulo.
  = Avenida|Pedro Álvares Cabral|S/N|Vila Mariana|São Paulo
sediada à Rua Nunes Machado, 68, bairro Batel, na cidade de Curitiba, Paraná = Rua|Nunes Machado|68|Batel|Curitiba|PR
MASP - Museu de Arte de São Paulo, Avenida Paulista, 1578, Bela Vista, São Paulo - SP
  = Avenida|Paulista|1578|Bela Vista|São Paulo|SP
Rua Itapeva 636 - Bela Vista - São Paulo/SP - Fone: (11) 3555-0123 = Rua|Itapeva|636|Bela Vista|São Paulo|SP
# noise of recognition
Av. Pau1ista, 1000, Be1a Vista, SA0 PAULO - SP, O1310-1OO = Avenida|Paulista|1000|Bela Vista|São Paulo|SP|01310-100
R. das F1ores , 120 . Centro . Curitba - PR = Rua|das Flores|120|Centro|Curitiba|PR
Rua Halfeld, n9 12, Centro, Juiz de F0ra - MG = Rua|Halfeld|12|Centro|Juiz de Fora|MG
Avenida  Paulista ,1000 -Bela Vista- São Paulo -SP CEP :01310 -100
  = Avenida|Paulista|1000|Bela Vista|São Paulo|SP|01310-100
Rua Tupinambás, 360 - Centro - Belo Horizonle - MG = Rua|Tupinambás|360|Centro|Belo Horizonte|MG
# rural
Fazenda Santa Rita, s/n, Zona Rural, Uberaba - MG = Fazenda|Santa Rita|S/N|Zona Rural|Uberaba|MG
Rodovia GO-060, km 18, Zona Rural, Trindade - GO = Rodovia|GO-060|km 18|Zona Rural|Trindade|GO
Rod. BR 163 Km 12,5 Distrito Industrial Dourados MS = Rodovia|BR-163|km 12,5|Distrito Industrial|Dourados|MS
SP-310, km 235, São Carlos - SP = |SP-310|km 235||São Carlos|SP
Linha Nova, s/n, Interior, Garibaldi - RS = Linha|Nova|S/N|Interior|Garibaldi|RS
Vila B, s/n, Setor Central, Açu - RN = Vila|B|S/N|Setor Central|Assú|RN
Sqs 308 Bloco A, Brasília - DF = |SQS 308 Bloco A|||Brasília|DF
# foreign
1600 Pennsylvania Avenue NW, Washington, DC 20500, USA = |||||||Estados Unidos
10 Downing Street, London SW1A 2AA, Reino Unido = |||||||Reino Unido
Rua Augusta, 100, 1100-053 Lisboa, Portugal = Rua|Augusta|100|||||Portugal
Avenida Corrientes 1234, Buenos Aires, Argentina = Avenida|Corrientes|1234|||||Argentina
5 Avenue Anatole France, 75007 Paris, França = |||||||França
# every way of writing a postcode, and digits that are none
Rua Augusta, 5, 01310-100 = Rua|Augusta|5||||01310-100
Rua Augusta, 5, 01310100 = Rua|Augusta|5||||01310-100
Rua Augusta, 5, 01.310-100 = Rua|Augusta|5||||01310-100
Rua Augusta, 5, CEP 01310 100 = Rua|Augusta|5||||01310-100
Rua Augusta, 5, CEP: 01310 - 100 = Rua|Augusta|5||||01310-100
Rua Augusta, 5, cep01310100 = Rua|Augusta|5||||01310-100
Rua Augusta, 5, C.E.P. 01.310.100 = Rua|Augusta|5||||01310-100
Rua Augusta, 5, CEP O1310-1OO = Rua|Augusta|5||||01310-100
Rua Augusta, 5, tel. 3555-0100 = Rua|Augusta|5
Rua Augusta, 5, fone 35550100 = Rua|Augusta|5
Rua Augusta, 5, CPF 529.982.247-25 = Rua|Augusta|5
Rua Augusta, 5, 00123-456 = Rua|Augusta|5
Rua Augusta, 5, 1100-053 Lisboa = Rua|Augusta|5|Lisboa
# a place nobody knows is no city
Rua A, 1, Centro, Xyzópolis Nova - PR = Rua|A|1|Centro||PR
# which of the words is which part
SHIS QI 5 Conjunto 12 Casa 8, Lago Sul, Brasília, DF = |SHIS QI 5 Conjunto 12||Lago Sul|Brasília|DF
SQN 206 Bl. C Apto. 305, Asa Norte, Brasília/DF = |SQN 206 Bloco C||Asa Norte|Brasília|DF
Rua Vergueiro, 1000, Liberdade, São Paulo, Brasil = Rua|Vergueiro|1000|Liberdade|São Paulo
Fazenda Boa Esperança, km 12, Zona Rural, Sorriso - MT, 78890-000
  = Fazenda|Boa Esperança|km 12|Zona Rural|Sorriso|MT|78890-000
Cidade: Londrina; UF: PR; Bairro: Gleba Palhano; Endereço: Rua João Wyclif, 111; CEP: 86050-450
  = Rua|João Wyclif|111|Gleba Palhano|Londrina|PR|86050-450
Endereço Rua Coronel Xavier de Toledo, 161 - República¶Cidade São Paulo¶Estado SP¶CEP 01048-100
  = Rua|Coronel Xavier de Toledo|161|República|São Paulo|SP|01048-100
Pedido 4431 de 12/03/2024, valor R$ 120,00 =
# nothing of an address
nothing of an address =
Carlos Modelo, CPF 529.982.247-25 =
the house behind the church =
`;

/** Several addresses in one text, and the street of each. */
export const LISTS = `
Rua A, 10, Centro, Curitiba - PR, 80010-000¶Rua B, 20, Batel, Curitiba - PR, 80420-000 = A|B
Rua A, 10, Centro, Curitiba - PR; Rua B, 20, Batel, Curitiba - PR = A|B
1. Rua Alfa, 10, Santos/SP¶2. Rua Beta, 20, Santos/SP¶3. Av. Gama, 30, Santos/SP = Alfa|Beta|Gama
1) Rua Alfa, 10, Santos/SP 2) Av. Beta, 20, Santos/SP = Alfa|Beta
Rua A, 10, Centro, Curitiba - PR, 80010-000 Avenida B, 20, Batel, Curitiba - PR, 80420-000 = A|B
Avenida Paulista, 1000¶Bela Vista¶São Paulo - SP¶01310-100¶Rua Augusta, 200¶Consolação¶São Paulo - SP¶01304-000
  = Paulista|Augusta
Rua A, 10, Curitiba/PR e Rua B, 20, Curitiba/PR = A|B
Endereço: Rua A, 10 Bairro: Centro Cidade: Itu UF: SP Endereço: Rua B, 20 Bairro: Centro Cidade: Itu UF: SP = A|B
Sede: Rua A, 10, Natal - RN¶Depósito: Rua B, 20, Natal - RN = A|B
AV PAULISTA 1000 BELA VISTA SAO PAULO SP 01310100 RUA AUGUSTA 200 CONSOLACAO SAO PAULO SP 01304000 = Paulista|Augusta
Rua A, 10, entre a Rua B e a Rua C, Centro, Natal - RN = A
Avenida Paulista, 1000 - Apto 12¶Bela Vista¶São Paulo - SP¶01310-100 = Paulista
`;

/** Rows of a table: a text, in which ¶ ends a line, and behind `=` what it says; `#` begins a row about those below it. */
export const rowsOf = (table: string): [text: string, said: string][] =>
  table
    .replaceAll('\n  =', ' =')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const [text = '', said = ''] = row.split(/ = ?/);
      return [text.replaceAll('¶', '\n'), said];
    });
