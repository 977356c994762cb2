/**
 * Addresses of public places and of streets anybody may live in, with what they say, as `addressMeasure.ts` reads them.
 * Written before the rules and never looked at while writing them; only the result is measured.
 */
export const measuredAddresses = `
# separators of every kind
Praça da Sé, s/nº - Sé - São Paulo/SP - CEP 01001-000 = Praça|da Sé|S/N|Sé|São Paulo|SP|01001-000
Rua XV de Novembro, 1299, Centro, Curitiba, PR, 80060-000 = Rua|XV de Novembro|1299|Centro|Curitiba|PR|80060-000
Av. Afonso Pena, 1270 - Centro - Belo Horizonte - MG - 30130-003
  = Avenida|Afonso Pena|1270|Centro|Belo Horizonte|MG|30130-003
Avenida Rio Branco 156 | Centro | Rio de Janeiro | RJ | 20040-901
  = Avenida|Rio Branco|156|Centro|Rio de Janeiro|RJ|20040-901
R. Chile, 31 • Centro Histórico • Salvador • BA • 40020-000 = Rua|Chile|31|Centro Histórico|Salvador|BA|40020-000
Rua da Aurora, 463/469, Boa Vista, Recife-PE, 50050-000 = Rua|da Aurora|463/469|Boa Vista|Recife|PE|50050-000
Av. Borges de Medeiros, n. 1501, Praia de Belas, Porto Alegre/RS, CEP: 90119-900
  = Avenida|Borges de Medeiros|1501|Praia de Belas|Porto Alegre|RS|90119-900
Al. Barão de Limeira, 425 – Campos Elíseos – São Paulo – SP – 01202-900
  = Alameda|Barão de Limeira|425|Campos Elíseos|São Paulo|SP|01202-900
Travessa Padre Eutíquio, nº 1078; Batista Campos; Belém; Pará; 66023-710
  = Travessa|Padre Eutíquio|1078|Batista Campos|Belém|PA|66023-710
Rua Barão do Rio Branco,1594,Centro,Fortaleza/CE = Rua|Barão do Rio Branco|1594|Centro|Fortaleza|CE
Av.Sete de Setembro,2775-Centro-Manaus-AM = Avenida|Sete de Setembro|2775|Centro|Manaus|AM
Rua Tenente Silveira 60, Centro, Florianópolis (SC), 88010-300
  = Rua|Tenente Silveira|60|Centro|Florianópolis|SC|88010-300
# postal form
Rua Direita, 250¶Sé¶São Paulo - SP¶01002-001 = Rua|Direita|250|Sé|São Paulo|SP|01002-001
Avenida Goethe, 21 - Sala 804¶Rio Branco¶Porto Alegre - RS¶90430-100
  = Avenida|Goethe|21|Rio Branco|Porto Alegre|RS|90430-100
Rua do Ouvidor 50¶Centro¶20040-030 Rio de Janeiro RJ¶Brasil = Rua|do Ouvidor|50|Centro|Rio de Janeiro|RJ|20040-030
Av. Getúlio Vargas 1500 sala 12¶Funcionários, Belo Horizonte, Minas Gerais¶CEP 30112-021
  = Avenida|Getúlio Vargas|1500|Funcionários|Belo Horizonte|MG|30112-021
Rua Marechal Deodoro, 630¶Cj. 1405 - Centro¶Curitiba/PR¶CEP 80.010-010
  = Rua|Marechal Deodoro|630|Centro|Curitiba|PR|80010-010
Teatro Amazonas¶Largo de São Sebastião, s/n¶Centro¶Manaus - AM¶69067-080
  = Largo|de São Sebastião|S/N|Centro|Manaus|AM|69067-080
# upper case, no accents, no separators
RUA VOLUNTARIOS DA PATRIA 2786 SANTANA SAO PAULO SP 02010-600
  = Rua|Voluntarios da Patria|2786|Santana|São Paulo|SP|02010-600
AV PRESIDENTE VARGAS 642 CENTRO RIO DE JANEIRO RJ 20071001
  = Avenida|Presidente Vargas|642|Centro|Rio de Janeiro|RJ|20071-001
R GONCALVES DIAS 1354 FUNCIONARIOS BELO HORIZONTE MG = Rua|Goncalves Dias|1354|Funcionarios|Belo Horizonte|MG
AV DOM LUIS 500 LOJA 12 ALDEOTA FORTALEZA CE 60160230 = Avenida|Dom Luis|500|Aldeota|Fortaleza|CE|60160-230
RUA 24 DE OUTUBRO 850 MOINHOS DE VENTO PORTO ALEGRE RS = Rua|24 de Outubro|850|Moinhos de Vento|Porto Alegre|RS
AVENIDA DAS AMERICAS 4666 BARRA DA TIJUCA RIO DE JANEIRO - RJ CEP 22640102
  = Avenida|das Americas|4666|Barra da Tijuca|Rio de Janeiro|RJ|22640-102
TV QUATORZE DE MARCO 1155 UMARIZAL BELEM PA = Travessa|Quatorze de Marco|1155|Umarizal|Belém|PA
RUA JOAO PESSOA 340 CENTRO NATAL RN 59025500 = Rua|João Pessoa|340|Centro|Natal|RN|59025-500
ROD JOSE CARLOS DAUX 5500 SACO GRANDE FLORIANOPOLIS SC 88032005
  = Rodovia|José Carlos Daux|5500|Saco Grande|Florianópolis|SC|88032-005
AL RIO NEGRO 585 ALPHAVILLE BARUERI SP = Alameda|Rio Negro|585|Alphaville|Barueri|SP
PRACA TIRADENTES SN CENTRO OURO PRETO MG 35400000 = Praça|Tiradentes|S/N|Centro|Ouro Preto|MG|35400-000
AV ANTONIO CARLOS 6627 PAMPULHA BELO HORIZONTE MINAS GERAIS = Avenida|Antonio Carlos|6627|Pampulha|Belo Horizonte|MG
# lower case
rua oscar freire, 379, jardins, são paulo, sp = Rua|Oscar Freire|379|Jardins|São Paulo|SP
av. atlântica 1702 copacabana rio de janeiro rj = Avenida|Atlântica|1702|Copacabana|Rio de Janeiro|RJ
praça castro alves, s/n, centro, salvador - ba = Praça|Castro Alves|S/N|Centro|Salvador|BA
rua da praia, 100, itaipava, petrópolis, rj = Rua|da Praia|100|Itaipava|Petrópolis|RJ
# numbers
Rua Augusta, 1.508, Consolação, São Paulo - SP = Rua|Augusta|1508|Consolação|São Paulo|SP
Rua Halfeld nº 805-B, Centro, Juiz de Fora (MG) = Rua|Halfeld|805-B|Centro|Juiz de Fora|MG
Rua dos Andradas, número 736, Centro Histórico, Porto Alegre - RS
  = Rua|dos Andradas|736|Centro Histórico|Porto Alegre|RS
Rodovia Raposo Tavares, km 22, Granja Viana, Cotia - SP = Rodovia|Raposo Tavares|km 22|Granja Viana|Cotia|SP
Rod. BR-101, Km 205, Barreiros, São José/SC = Rodovia|BR-101|km 205|Barreiros|São José|SC
BR-040, km 688, Kennedy, Contagem - MG, 32145-480 = |BR-040|km 688|Kennedy|Contagem|MG|32145-480
Estrada Velha de Sabará, s/n, Zona Rural, Sabará - MG = Estrada|Velha de Sabará|S/N|Zona Rural|Sabará|MG
Av. Ipiranga, 6681 - Prédio 30 - Partenon - Porto Alegre - RS = Avenida|Ipiranga|6681|Partenon|Porto Alegre|RS
Avenida Paulista nº 2.073, Conj. Nacional, Bela Vista, São Paulo/SP = Avenida|Paulista|2073|Bela Vista|São Paulo|SP
Rua Sergipe, 1440 A, Savassi, Belo Horizonte, MG = Rua|Sergipe|1440 A|Savassi|Belo Horizonte|MG
Av. Brasil, S/Nº, Centro, Palmas - TO = Avenida|Brasil|S/N|Centro|Palmas|TO
Rodovia SP-340, km 112,5, Parque Rural Fazenda Santa Cândida, Campinas - SP
  = Rodovia|SP-340|km 112,5|Parque Rural Fazenda Santa Cândida|Campinas|SP
# names of streets that hold numbers and dates
Rua 25 de Março, 1081, Centro, São Paulo - SP = Rua|25 de Março|1081|Centro|São Paulo|SP
Avenida 7 de Setembro 1238 Centro Porto Velho RO = Avenida|7 de Setembro|1238|Centro|Porto Velho|RO
Rua 13 de Maio, 200 - Bexiga - São Paulo - SP = Rua|13 de Maio|200|Bexiga|São Paulo|SP
Rua 2, 1250, Centro, Rio Claro - SP = Rua|2|1250|Centro|Rio Claro|SP
Avenida 85, 1440, Setor Marista, Goiânia - GO = Avenida|85|1440|Setor Marista|Goiânia|GO
Rua 3, nº 880, Setor Oeste, Goiânia-GO, 74115-050 = Rua|3|880|Setor Oeste|Goiânia|GO|74115-050
Rua T-55, 930, St. Bueno, Goiânia - GO = Rua|T-55|930|Setor Bueno|Goiânia|GO
Rua 1º de Maio, 55, Vila Industrial, Campinas, SP = Rua|1º de Maio|55|Vila Industrial|Campinas|SP
Travessa 3 nº 45 Jardim Paulistano Ribeirão Preto SP = Travessa|3|45|Jardim Paulistano|Ribeirão Preto|SP
# complements
Rua Haddock Lobo, 595, 8º andar, conjunto 81, Cerqueira César, São Paulo - SP
  = Rua|Haddock Lobo|595|Cerqueira César|São Paulo|SP
Av. Nossa Senhora de Copacabana, 828, sala 1003, Copacabana, Rio de Janeiro - RJ
  = Avenida|Nossa Senhora de Copacabana|828|Copacabana|Rio de Janeiro|RJ
Rua Frei Caneca, 1380 apto 12 bloco B - Consolação - São Paulo/SP = Rua|Frei Caneca|1380|Consolação|São Paulo|SP
Rua das Acácias, 45, casa 2, fundos, Jardim das Flores, Osasco - SP = Rua|das Acácias|45|Jardim das Flores|Osasco|SP
Av. Tancredo Neves, 620, Ed. Mundo Plaza, Torre Empresarial, sl. 1203, Caminho das Árvores, Salvador/BA
  = Avenida|Tancredo Neves|620|Caminho das Árvores|Salvador|BA
Rua Cardeal Arcoverde 2365 cj 52 Pinheiros São Paulo SP = Rua|Cardeal Arcoverde|2365|Pinheiros|São Paulo|SP
Rua da Bahia, 1148 - lojas 12 e 13 (Edifício Maletta) - Centro - Belo Horizonte - MG
  = Rua|da Bahia|1148|Centro|Belo Horizonte|MG
Av. Agamenon Magalhães, 4779, Empresarial Isaac Newton, 5º andar, Ilha do Leite, Recife - PE
  = Avenida|Agamenon Magalhães|4779|Ilha do Leite|Recife|PE
Rua Visconde de Pirajá, 547, cobertura 2, Ipanema, Rio de Janeiro, RJ
  = Rua|Visconde de Pirajá|547|Ipanema|Rio de Janeiro|RJ
Rua Santos Dumont, 300, galpão 4, Distrito Industrial, Jundiaí - SP
  = Rua|Santos Dumont|300|Distrito Industrial|Jundiaí|SP
Rua Barata Ribeiro, 450, ap. 701, Copacabana - Rio de Janeiro = Rua|Barata Ribeiro|450|Copacabana|Rio de Janeiro
Rua Cel. Dulcídio, 517 térreo Batel Curitiba PR = Rua|Coronel Dulcídio|517|Batel|Curitiba|PR
# Brasília and Goiânia
SQS 410 Bloco K, Asa Sul, Brasília - DF, 70276-110 = |SQS 410 Bloco K||Asa Sul|Brasília|DF|70276-110
SQN 206 Bl. C Apto. 305, Asa Norte, Brasília/DF = |SQN 206 Bloco C||Asa Norte|Brasília|DF
CLN 408 Bloco D Loja 15 - Asa Norte - Brasília - DF = |CLN 408 Bloco D||Asa Norte|Brasília|DF
SCS Quadra 4 Bloco A, Ed. Vera Cruz, sala 210, Asa Sul, Brasília-DF = |SCS Quadra 4 Bloco A||Asa Sul|Brasília|DF
SHIS QI 5 Conjunto 12 Casa 8, Lago Sul, Brasília, DF = |SHIS QI 5 Conjunto 12||Lago Sul|Brasília|DF
QNL 10 Conjunto F Casa 22, Taguatinga, Brasília - DF = |QNL 10 Conjunto F||Taguatinga|Brasília|DF
SIG Quadra 4 Lote 75, Zona Industrial, Brasília - DF, 70610-440 = |SIG Quadra 4||Zona Industrial|Brasília|DF|70610-440
Quadra 8 Conjunto C Lote 15, Sobradinho, Brasília - DF = Quadra|8 Conjunto C||Sobradinho|Brasília|DF
Esplanada dos Ministérios, Bloco L, Zona Cívico-Administrativa, Brasília - DF
  = Esplanada|dos Ministérios||Zona Cívico-Administrativa|Brasília|DF
Rua 90, Qd. F-44, Lt. 12, nº 300, Setor Sul, Goiânia - GO = Rua|90|300|Setor Sul|Goiânia|GO
Avenida T-9, Quadra 31, Lote 7, Setor Bueno, Goiânia/GO = Avenida|T-9||Setor Bueno|Goiânia|GO
Alameda Ricardo Paranhos Q. 243 L. 10 n. 799 Setor Marista Goiânia GO
  = Alameda|Ricardo Paranhos|799|Setor Marista|Goiânia|GO
# abbreviations of titles and suburbs
R. Dr. Bacelar, 231, V. Clementino, São Paulo - SP = Rua|Doutor Bacelar|231|Vila Clementino|São Paulo|SP
Av. Mal. Castelo Branco, 800 - Jd. Brasil - Teresina - PI
  = Avenida|Marechal Castelo Branco|800|Jardim Brasil|Teresina|PI
Pç. Mal. Floriano, 51, Cinelândia, Rio de Janeiro/RJ = Praça|Marechal Floriano|51|Cinelândia|Rio de Janeiro|RJ
R. Prof. Artur Ramos, 183, Jd. Europa, S. Paulo - SP = Rua|Professor Artur Ramos|183|Jardim Europa|São Paulo|SP
Av. Gov. Magalhães Pinto, 4000, Pq. Industrial, Uberlândia - MG
  = Avenida|Governador Magalhães Pinto|4000|Parque Industrial|Uberlândia|MG
Trav. Pe. Prudêncio, 154, Campina, Belém - PA = Travessa|Padre Prudêncio|154|Campina|Belém|PA
Lgo. do Arouche, 24, República, São Paulo - SP = Largo|do Arouche|24|República|São Paulo|SP
Estr. do Campo Limpo, 459, Vl. Prel, São Paulo/SP = Estrada|do Campo Limpo|459|Vila Prel|São Paulo|SP
R. Sta. Luzia, 735, Centro, Rio de Janeiro - RJ = Rua|Santa Luzia|735|Centro|Rio de Janeiro|RJ
Av. Eng. Luiz Carlos Berrini, 1376, Cid. Monções, São Paulo - SP
  = Avenida|Engenheiro Luiz Carlos Berrini|1376|Cidade Monções|São Paulo|SP
Av. Pres. Juscelino Kubitschek, 1830, Itaim Bibi, São Paulo
  = Avenida|Presidente Juscelino Kubitschek|1830|Itaim Bibi|São Paulo
# orders reversed
São Paulo - SP, Consolação, Rua da Consolação, 94 = Rua|da Consolação|94|Consolação|São Paulo|SP
CEP 40301-110 Salvador/BA - Brotas - Rua Frederico Costa, 77 = Rua|Frederico Costa|77|Brotas|Salvador|BA|40301-110
Brasil, PE, Olinda, Carmo, Rua de São Bento, 123, 53020-080 = Rua|de São Bento|123|Carmo|Olinda|PE|53020-080
Centro, Vitória/ES. Av. Jerônimo Monteiro, 1000 = Avenida|Jerônimo Monteiro|1000|Centro|Vitória|ES
60165-121, Fortaleza, CE, Meireles, Avenida Beira Mar, 2500 = Avenida|Beira Mar|2500|Meireles|Fortaleza|CE|60165-121
Rio de Janeiro (RJ) - Tijuca: Rua Conde de Bonfim, 451 = Rua|Conde de Bonfim|451|Tijuca|Rio de Janeiro|RJ
# labels inside
Endereço: Rua Boa Vista, 254 Bairro: Centro Cidade: São Paulo UF: SP CEP: 01014-000
  = Rua|Boa Vista|254|Centro|São Paulo|SP|01014-000
Logradouro: Avenida Sete de Setembro¶Número: 1480¶Complemento: Sala 5¶Bairro: Rebouças¶Município: Curitiba¶Estado: Paraná
  = Avenida|Sete de Setembro|1480|Rebouças|Curitiba|PR
RUA: DOS PINHEIROS Nº: 870 BAIRRO: PINHEIROS MUNICIPIO: SAO PAULO ESTADO: SP
  = Rua|dos Pinheiros|870|Pinheiros|São Paulo|SP
End.: Av. Higienópolis, 618; Bairro: Higienópolis; Cidade/UF: São Paulo/SP
  = Avenida|Higienópolis|618|Higienópolis|São Paulo|SP
Cidade: Londrina; UF: PR; Bairro: Gleba Palhano; Endereço: Rua João Wyclif, 111; CEP: 86050-450
  = Rua|João Wyclif|111|Gleba Palhano|Londrina|PR|86050-450
LOGRADOURO RUA SAO BENTO NUMERO 405 COMPLEMENTO ANDAR 21 BAIRRO CENTRO CEP 01011-100 MUNICIPIO SAO PAULO UF SP
  = Rua|São Bento|405|Centro|São Paulo|SP|01011-100
Endereço Rua Coronel Xavier de Toledo, 161 - República¶Cidade São Paulo¶Estado SP¶CEP 01048-100
  = Rua|Coronel Xavier de Toledo|161|República|São Paulo|SP|01048-100
# the same word as city, state, suburb, street
Rua Rio de Janeiro, 471, Centro, Belo Horizonte - MG = Rua|Rio de Janeiro|471|Centro|Belo Horizonte|MG
Av. São Paulo, 120, Zona 7, Maringá - PR = Avenida|São Paulo|120|Zona 7|Maringá|PR
Rua Bahia, 900, Centro, Londrina, Paraná = Rua|Bahia|900|Centro|Londrina|PR
Rua Curitiba, 832, Centro, Belo Horizonte, Minas Gerais = Rua|Curitiba|832|Centro|Belo Horizonte|MG
Praça Portugal, 100, Aldeota, Fortaleza - CE = Praça|Portugal|100|Aldeota|Fortaleza|CE
Rua Estados Unidos, 1638, Jardim América, São Paulo - SP = Rua|Estados Unidos|1638|Jardim América|São Paulo|SP
Rua Deodoro, 50, Petrópolis, Natal, Rio Grande do Norte = Rua|Deodoro|50|Petrópolis|Natal|RN
Rua Marquês de Abrantes, 99, Flamengo, Rio de Janeiro, Rio de Janeiro
  = Rua|Marquês de Abrantes|99|Flamengo|Rio de Janeiro|RJ
Rua Vergueiro, 1000, Liberdade, São Paulo, Brasil = Rua|Vergueiro|1000|Liberdade|São Paulo
Rua Boa Morte, 40, Centro, Goiás - GO, 76600-000 = Rua|Boa Morte|40|Centro|Goiás|GO|76600-000
Av. Brasília, 2000, Vila Nova, Campo Grande - MS = Avenida|Brasília|2000|Vila Nova|Campo Grande|MS
Rua Vitória, 320, Santa Efigênia, São Paulo, São Paulo = Rua|Vitória|320|Santa Efigênia|São Paulo|SP
Rua Amazonas, 10, Santo Antônio, São Caetano do Sul, SP = Rua|Amazonas|10|Santo Antônio|São Caetano do Sul|SP
# cities with difficult names
Av. Monte Castelo, 144, Centro, Santa Bárbara d'Oeste - SP = Avenida|Monte Castelo|144|Centro|Santa Bárbara d'Oeste|SP
AV MARECHAL RONDON 721 CENTRO JI PARANA RO = Avenida|Marechal Rondon|721|Centro|Ji-Paraná|RO
Rua Rivadávia Corrêa, 500, Centro, Santana do Livramento/RS = Rua|Rivadávia Corrêa|500|Centro|Sant'Ana do Livramento|RS
Rua XV de Novembro, 30, Centro, Xangri-Lá RS = Rua|XV de Novembro|30|Centro|Xangri-lá|RS
Praça Nove de Julho, 12, Centro, Mogi Mirim - SP = Praça|Nove de Julho|12|Centro|Mogi Mirim|SP
Rua Barão de Cocais, 3, Centro, S. João del Rei - MG = Rua|Barão de Cocais|3|Centro|São João del Rei|MG
# parts missing
Rua Clóvis Beviláqua, 210 = Rua|Clóvis Beviláqua|210
Setor Comercial Norte, Brasília - DF = |||Setor Comercial Norte|Brasília|DF
Santos - SP = ||||Santos|SP
CEP: 88.015-200 = ||||||88015-200
Rua Dias Ferreira, Leblon, Rio de Janeiro - RJ = Rua|Dias Ferreira||Leblon|Rio de Janeiro|RJ
Av. João Naves de Ávila, 2121, Uberlândia = Avenida|João Naves de Ávila|2121||Uberlândia
Rua do Rosário, Jundiaí, SP = Rua|do Rosário|||Jundiaí|SP
Avenida Beira Rio, 800, 29010-420 = Avenida|Beira Rio|800||||29010-420
# in a sentence
A reunião será na Rua Líbero Badaró, 293, 9º andar, Centro, São Paulo/SP. = Rua|Líbero Badaró|293|Centro|São Paulo|SP
com sede na Avenida Afonso Pena, nº 867, sala 900, bairro Centro, em Belo Horizonte, Estado de Minas Gerais, CEP 30130-002
  = Avenida|Afonso Pena|867|Centro|Belo Horizonte|MG|30130-002
imóvel situado na Rua Saldanha Marinho, nº 45, no bairro Estreito, município de Florianópolis, Estado de Santa Catarina
  = Rua|Saldanha Marinho|45|Estreito|Florianópolis|SC
Biblioteca Nacional, Av. Rio Branco, 219, Centro, Rio de Janeiro - RJ, 20040-008
  = Avenida|Rio Branco|219|Centro|Rio de Janeiro|RJ|20040-008
Entregar: Rua Itapeva 474 - Bela Vista - São Paulo - SP - tel. (11) 3555-0100 = Rua|Itapeva|474|Bela Vista|São Paulo|SP
Mercado Municipal - Rua da Cantareira, 306 - Centro Histórico de São Paulo, São Paulo - SP, 01024-900, Brasil
  = Rua|da Cantareira|306|Centro Histórico de São Paulo|São Paulo|SP|01024-900
# noise of recognition
Av. Pau1ista, 900, Bela Vista, 5ão Paulo - SP, 01310-1O0 = Avenida|Paulista|900|Bela Vista|São Paulo|SP|01310-100
RUA DA ASSEMBLEIA , 10 - CENTRO - RI0 DE JANEIRO - RJ = Rua|da Assembleia|10|Centro|Rio de Janeiro|RJ
Rua  Jacob  Luchesi ,  3181 ,  Santa Catarina , Caxias do Su1 - RS
  = Rua|Jacob Luchesi|3181|Santa Catarina|Caxias do Sul|RS
R. Padre Chagas, n9 79, Moinhos de Vento, Porto Alegre - RS. CEP 9O570-O80
  = Rua|Padre Chagas|79|Moinhos de Vento|Porto Alegre|RS|90570-080
Av. Caxanga 2200 Cordeiro Recfie PE = Avenida|Caxanga|2200|Cordeiro|Recife|PE
AV. SANTOS DUMONT, 5753 , PAPICU , FORTALEZA / CE . CEP . 60.175-047
  = Avenida|Santos Dumont|5753|Papicu|Fortaleza|CE|60175-047
# rural
Fazenda Boa Esperança, km 12, Zona Rural, Sorriso - MT, 78890-000
  = Fazenda|Boa Esperança|km 12|Zona Rural|Sorriso|MT|78890-000
Sítio São José, s/n, Povoado Lagoa Seca, Lagarto - SE = Sítio|São José|S/N|Povoado Lagoa Seca|Lagarto|SE
Linha São Roque, s/n, Interior, Bento Gonçalves - RS = Linha|São Roque|S/N|Interior|Bento Gonçalves|RS
Ramal do Brasileirinho, 1500, Distrito Industrial II, Manaus/AM
  = Ramal|do Brasileirinho|1500|Distrito Industrial II|Manaus|AM
Rodovia MG-010, s/n, km 39, Confins, MG = Rodovia|MG-010|S/N||Confins|MG
# whole name of the state, with and without its article
Rua Benjamin Constant, 1000, Centro, Rio Branco, Estado do Acre = Rua|Benjamin Constant|1000|Centro|Rio Branco|AC
Av. FAB, 100 - Central, Macapá, Amapá = Avenida|FAB|100|Central|Macapá|AP
Rua Dom Aquino, 1354, Centro, Campo Grande, Mato Grosso do Sul = Rua|Dom Aquino|1354|Centro|Campo Grande|MS
Rua Barão de Melgaço, 3000, Centro, Cuiabá, MATO GROSSO = Rua|Barão de Melgaço|3000|Centro|Cuiabá|MT
# foreign: what the rules do not know stays empty
221B Baker Street, London NW1 6XE, United Kingdom = |||||||Reino Unido
Calle de Alcalá 50, 28014 Madrid, Espanha = |||||||Espanha
Avenida da Liberdade, 110, 1269-046 Lisboa, Portugal = Avenida|da Liberdade|110|||||Portugal
1200 Peachtree Street NE, Atlanta, GA 30309, USA = |||||||Estados Unidos
# nothing of an address
Pedido 4431 de 12/03/2024, valor R$ 120,00 =
`;

/** Several addresses in one text, and the street of each. */
export const measuredLists = `
Rua das Laranjeiras, 347, Laranjeiras, Rio de Janeiro - RJ, 22240-003¶Av. Pasteur, 250, Urca, Rio de Janeiro - \
RJ, 22290-240¶Praça XV de Novembro, 20, Centro, Rio de Janeiro - RJ
  = das Laranjeiras|Pasteur|XV de Novembro
1) Rua Conselheiro Nébias, 589, Santos/SP 2) Av. Ana Costa, 340, Santos/SP 3) Av. Epitácio Pessoa, 112, Santos/SP
  = Conselheiro Nébias|Ana Costa|Epitácio Pessoa
Rua Sete de Abril, 230, República, São Paulo - SP, 01044-000 Rua Marconi, 94, República, São Paulo - SP, 01047-000
  = Sete de Abril|Marconi
Avenida Assis Brasil, 2611¶Cristo Redentor¶Porto Alegre - RS¶91010-005¶¶Rua dos Andradas, 1001¶Centro Histórico¶Porto Alegre - RS¶90020-015
  = Assis Brasil|dos Andradas
Matriz: Rua Padre Valdevino, 1800, Joaquim Távora, Fortaleza - CE; Filial: Av. Washington Soares, 85, Edson Queiroz, Fortaleza - CE
  = Padre Valdevino|Washington Soares
- Rua Tabajaras, 11, Centro, Londrina - PR¶- Rua Pernambuco, 780, Centro, Londrina - PR = Tabajaras|Pernambuco
RUA DIREITA 10 SE SAO PAULO SP 01002000 RUA ESQUERDA 20 MOOCA SAO PAULO SP 03103000 = Direita|Esquerda
Rua Aimorés, 388, Funcionários, Belo Horizonte - MG = Aimorés
Rua Augusta, 2690, loja 5, esquina com a Rua Oscar Freire, Cerqueira César, São Paulo - SP = Augusta
`;
