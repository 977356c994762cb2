import { describe, expect, test } from '@jest/globals';
import { fieldNameOf } from '../../../sandbox/reader/src/documents/serviceInvoice/labels.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import { normaliseValue } from '../../../sandbox/reader/src/text/values.ts';
import { at } from './pageOfItems.ts';
import { expectSaid, printed, rulesIn, valuesOf } from './printedPages.ts';

const sectionsOf = (page: string) => readLayout(printed(page), 1).sections;

describe('fields', () => {
  const rules = rulesIn(`
#6 a small label finds its value below a title in between
                                      ~Número da NFS-e~
^*Prefeitura de Amostra*^
                                      ^981^
= Número da NFS-e: 981

# the sign of a currency belongs to the amount, however far that is
Valor total: R$                                        1.234,56
= Valor total: R$ 1.234,56
Amount due                    GBP                     -1 310.00
= Amount due: GBP -1 310.00

# all lines of a cell are one label or one value, wherever in their cells they stand
─────────────────────────────────────────────────────
│ Condição de   │ Parcelado em     │ E-mail: │         │
│ pagamento:    │ três vezes no    │         │         │
│               │ cartão           │         │         │
─────────────────────────────────────────────────────
│               │ Rua Sete de      │         │ 318.274.659- │
│               │ Setembro, 455,   │ CPF:    │ 64           │
│ Endereço:     │ sala 3           │         │              │
─────────────────────────────────────────────────────
│ Data de       │                  │ Vencimento: │ 28/09/2025 │
│ emissão:      │                  │             │            │
─────────────────────────────────────────────────────
= Condição de pagamento: Parcelado em três vezes no cartão | E-mail: – | \
Endereço: Rua Sete de Setembro, 455, sala 3 | CPF: 318.274.659-64 | Data de emissão: – | Vencimento: 28/09/2025
─────────────────────────────
│               │ financeiro@   │
│ E-mail        │ amostra.com.  │
│               │ br            │
─────────────────────────────
│ Situação      │ Aprovado      │
─────────────────────────────
= E-mail: financeiro@amostra.com.br | Situação: Aprovado

─────────────────────────────────────────────────
│ *CPF*           │ *Peso bruto*  │ *Convênio*    │
│ 318.274.659-64  │ 182,5 kg      │               │
│                 │               │ ^Particular^  │
─────────────────────────────────────────────────
= CPF: 318.274.659-64 | Peso bruto: 182,5 kg | Convênio: Particular

# an address with its postal code goes on in the next line
Endereço:  Avenida das Amostras, 1905, Torre B, salas 701 a 708,
           Bosque - CEP: 69900-469
Município: Rio Branco
= Endereço: Avenida das Amostras, 1905, Torre B, salas 701 a 708, Bosque - CEP: 69900-469 | Município: Rio Branco

# a label begins behind the sign that ends the value before it
Apiary: Back Paddock; Hive No.: H-68; Keeper: Harriet Plumley
= Apiary: Back Paddock | Hive No.: H-68 | Keeper: Harriet Plumley
Object: Chronometer | Accession No.: 1487.05.1 | Lender: Harriet Plumley
= Object: Chronometer | Accession No.: 1487.05.1 | Lender: Harriet Plumley

# the care of somebody is a label
A/C:  Maria Exemplo     Validade: 15 dias
= A/C: Maria Exemplo | Validade: 15 dias

#6 a text that wraps is one without rulings too, where its lines are nearer to each other than to the next row
Condição de       Parcelado em

pagamento:        três vezes no

                  cartão



                  Rua Sete de

                  Setembro, 455,

Endereço:         sala 3



E-mail:



Telefone:         (11) 3333-4444

= Condição de pagamento: Parcelado em três vezes no cartão | Endereço: Rua Sete de Setembro, 455, sala 3 | \
E-mail: – | Telefone: (11) 3333-4444

#4 no part of a text that wraps is beside a label of its own
Responsável:      Júlio Teste



Data de


emissão:          12/05/2023



Cargo:            Auxiliar
= Responsável: Júlio Teste | Data de emissão: 12/05/2023 | Cargo: Auxiliar

# labels and values that are as near to each other as lines are rows
Safra anterior:   2024/2025
Talhão:           12
Cultivar:         Soja intacta
= Safra anterior: 2024/2025 | Talhão: 12 | Cultivar: Soja intacta

# what is in a cell farther away belongs to another label
─────────────────────────────────────────────────
│ Observações:  │               │ Data de         │
│               │               │ hoje            │
─────────────────────────────────────────────────
+ Observações: –

# a label above its value in one cell is not its first line
──────────────────────────────────
│ Telefone        │ Município      │
│ (11) 3333-44444 │ Nova Friburgo  │
──────────────────────────────────
= Telefone: (11) 3333-44444 | Município: Nova Friburgo

# the wide blanks of justified text are no gaps between columns
Objeto:     fornecimento     e
instalação de equipamentos
Responsável:        Secretaria
tecnologia  e  desenvolvimento
urbano
+ Objeto: fornecimento e instalação de equipamentos
+ Responsável: Secretaria tecnologia e desenvolvimento urbano

# a known label, a currency and an amount may be one text
Balance Due $153.55
= Balance Due: $153.55

# what ends with a comma, or within a word, goes on below its label, beside another column too
*Contratada:* Oficina Amostra Eireli,           *Foro:* Comarca
CNPJ 45.997.418/0001-53.                        de Sorocaba
+ Contratada: Oficina Amostra Eireli, CNPJ 45.997.418/0001-53.
*Objeto:* gestão de con-                        *Foro:* Comarca
tratos                                          de Sorocaba
+ Objeto: gestão de contratos

# behind a hyphen that belongs to it, a value goes on without a blank, and with one where something is left out
Localidade: Castelo Rodrigo, Trás-os-
            Montes
= Localidade: Castelo Rodrigo, Trás-os-Montes
~Versicherungsschein~      ~Zuschlag~
88/1204519-                Kosten der IT-
02                         und Telefonie
= Versicherungsschein: 88/1204519-02 | Zuschlag: Kosten der IT- und Telefonie
────────────────────────────────────────
│ Nome: Ana Filipa Corte- │ Estado: ativo  │
│ Real Vasconcelos        │                │
────────────────────────────────────────
= Nome: Ana Filipa Corte-Real Vasconcelos | Estado: ativo

# what begins with a bracket or a small letter goes on from the label above it
Convenção: Marcenaria
(fabricação)
= Convenção: Marcenaria (fabricação)

# a tax number behind its kind is a field, if it is no value of another one
CNPJ 11.222.333/0001-81 IE 669.123.456.110
= CNPJ: 11.222.333/0001-81

# a bold value goes on in the next line, which is no heading
~Empregado~
*Ana Exemplo da*
*Cunha*
Taxa: 12,00
+ Empregado: Ana Exemplo da Cunha

#16 a value is not sure that may go on in the next line, however far lines of one text are from each other
Empresa: Oficina Exemplo · Cargo: Motorista · Contato: Ana
Exemplo
% Contato: unsure

# pairs in a sentence go on where the last one ends, also within a label
Cliente: Ana Exemplo, Pedido: 48115, Curso: 12 de
julho de 2023.
% Curso: unsure
- Ana Exemplo, julho de 2023.
Moeda: GBP, Quotation ref.: 279 567 90.
% Moeda: unsure
Cliente: Ana Exemplo, Setor: Vendas, Centro
de custo: 48115
% Setor: unsure
Cliente: Ana Exemplo, Créditos: 16, Certificado
ID: 48115
% Créditos: unsure
*Cliente:* Ana Exemplo; *Método:* sem
observações.
% Método: unsure

*E-mail:* ana@exemplo.com; *Prazo de execução:* 15 dias; *CPF:* 529.982.247-25; *Telefone:* (77)
97993-3478; *Cidade:* Recife; *Endereço da obra:* Rua das Acácias, 245; *Setor:* Vendas; *Forma de*
*pagamento:* Pix
% Telefone: unsure

# a value at the right margin is not sure that may go on below its end
Endereço de entrega       Rua Sete de Maio
                                  Campinas
Colis                                   12
Peso                                 85 kg
% Endereço de entrega: unsure

# the first words of a row of several texts are no label of the second one
*Turno*        manhã       Ana         B2
*Curso*        história    Bia         C1
*Turma*        terceira    Eva         C2
% Turno: unsure | Curso: unsure

# a value below a label with a colon is not sure where a text stands beside it
Paciente:                  Ana Exemplo
*Método*                   tela inteira
Convênio:                  Oficina Amostra
% Paciente: unsure

# words before a colon within a sentence are no label
The compiler was written for languages that are not typed before they are run, and
the machine keeps what it saw of them. It is one of the older ones of all the lan-
guages: Processors of this kind keep a copy of the code that they have run most of
the time, and then leave the rest to the interpreter, as described in the second part
=
*Subjects*    written lan-
guages: Processors of text, of codes
- guages:

# a label at the beginning of a paragraph has all of it as its value
Method: the course of the river was measured in the spring and again in the
autumn of the same year, from a boat and from both of its banks, and
then drawn on one sheet.

                                                                                    Another column
= Method: the course of the river was measured in the spring and again in the autumn of the same year, \
from a boat and from both of its banks, and then drawn on one sheet.

# a word in bold type within a sentence is no label
The *icon* element is allowed.
=
*name-pattern* elements have an attribute.
=
Banco *Modelo* Extrato mensal
=
*E-mail*  ana@example.com
= E-mail: ana@example.com

# a known label beside a long number is a field of its own, and no value
~Tipo de serviço~               ~Placa 95727561~
= Placa: 95727561
~Espécie~
Validade 21/05/2026
= Validade: 21/05/2026
Data e hora 14/02/2025 09:12
= Data e hora: 14/02/2025 09:12
~Documento~
CPF 529.982.247-25
= Documento: CPF 529.982.247-25
~Complemento~
Bloco 2
= Complemento: Bloco 2

# a number right behind its colon ends the value before it
CNPJ:00.112.233/4455-66 IE:9922334455
= CNPJ: 00.112.233/4455-66 | IE: 9922334455
RNTRC:00000000 TELEFONE:(48) 99999-9999
= RNTRC: 00000000 | TELEFONE: (48) 99999-9999
PLACA: ABC1D23 TOTAL DE NOTAS FISCAIS: 2 UFS DO PERCURSO: SC/PR
= PLACA: ABC1D23 | TOTAL DE NOTAS FISCAIS: 2 | UFS DO PERCURSO: SC/PR
RESPONSÁVEL CNPJ: 81.583.054/0001-29 e Nº CIOT: 520005530381
= RESPONSÁVEL CNPJ: 81.583.054/0001-29 | Nº CIOT: 520005530381

# a dot leader says as much as a colon, if no sentence goes on behind it
Razão social ........................ Vértice Exemplo EPP
Tutor . . . . . . . . . . . . . . . . Ana Modelo
Déclaration n° ...................... FR83L563281
= Razão social: Vértice Exemplo EPP | Tutor: Ana Modelo | Déclaration n°: FR83L563281
The river .... which nobody has seen
=
Energia      ......................................      49,80 €
Multa 05/2025      ................................      2,61
= Energia: 49,80 € | Multa 05/2025: 2,61
% Energia: 0.99
Idade.....: 42 anos        Coleta......: 11/08/2025
= Idade: 42 anos | Coleta: 11/08/2025

# a label behind the end of a sentence is one of its own
Pagamento em trinta meses. IBAN: DE89 3704 0044 0532 0130 00
= IBAN: DE89 3704 0044 0532 0130 00

# the value of a known label may begin right behind its colon
Responsável:Luís Mendonça Modelo
Nome:Sebastião Teste de Gonçalves
= Responsável: Luís Mendonça Modelo | Nome: Sebastião Teste de Gonçalves
std:Vector is a type
=

# a date, with a time behind it perhaps, is the value of an unknown label far to its left
Lavrada em                                          04/09/2022 às 14:32:10
= Lavrada em: 04/09/2022 às 14:32:10
Lavrada em                                          04/09/2022 14h32
= Lavrada em: 04/09/2022 14h32
Lavrada em                                          2022-09-04T14:32:10Z
= Lavrada em: 2022-09-04T14:32:10Z
Lavrada em                                          4 de setembro de 2022
= Lavrada em: 4 de setembro de 2022

# small texts below larger ones, much nearer to them than to the next ones, are their captions
1-Nome Modelo                      14/06/1990
~Full name~                        ~Date of birth~


Santa Clara                        California
Unit 2, Annex
~County~                           ~State~


35.00
~Fee paid~
= Full name: 1-Nome Modelo | Date of birth: 14/06/1990 | County: Santa Clara Unit 2, Annex | State: California | Fee paid: 35.00

#6 in high boxes a value may be nearer to the caption of the next box than to its own
~Nome~                             ~CPF~



José Modelo                        149.437.791-82

~Rua~                              ~Telefone~



Largo da Amostra                   (86) 98954-7931

~Profissão~                        ~Cidade~



Autônomo                           Feira de Santana
= Nome: José Modelo | CPF: 149.437.791-82 | Rua: Largo da Amostra | Telefone: (86) 98954-7931 \
| Profissão: Autônomo | Cidade: Feira de Santana

# a value ends where the next label begins: also where that is in two languages, or in the line below
Peso / Weight: 28 kg Volumes / Packages: 470 Origem / Origin: Brasil
= Peso / Weight: 28 kg | Volumes / Packages: 470 | Origem / Origin: Brasil
Município / UF: São Paulo / SP CEP: 01310-100
= Município / UF: São Paulo / SP | CEP: 01310-100
Beneficiário: Banco Modelo, a agência na
praça da República e as outras em toda a
cidade e no campo
Telefone de assistência: 0800 000 9999
= Beneficiário: Banco Modelo, a agência na praça da República e as outras em toda a cidade e no campo \
| Telefone de assistência: 0800 000 9999

# an address of mail goes on below
E-mail: amelia.ensaio@
correio.example
= E-mail: amelia.ensaio@correio.example

# small letters are a value too, behind one word or a known label
Vistoria: realizada em 28/03/2025 às 14h30, conforme anexo I.
= Vistoria: realizada em 28/03/2025 às 14h30, conforme anexo I.
Mensalidade: até 10/04/2025 R$ 100,00; após R$ 110,00
= Mensalidade: até 10/04/2025 R$ 100,00; após R$ 110,00

# a label may have numbers, beside an amount, and stand behind a label and its value
Valor até 10/04/2025                    R$ 469,95
Salão de festas (08/02)                 *R$ 120,00*
= Valor até 10/04/2025: R$ 469,95 | Salão de festas (08/02): R$ 120,00
Incluído: Sim                           Dependentes         2
= Incluído: Sim | Dependentes: 2

# a title beside other text is no label
^*DACTE*^               ~MODAL~
=
*VEÍCULOS*                                          CONDUTORES
=
*VEÍCULOS*    Carro e reboque
= VEÍCULOS: Carro e reboque

# where labels are printed in plain type, a bold value is no label of what is beside or below it
~CEP~                ~UF~                 ~NOME~               ~FONE~
~*04711*~            ~*14711*~            ~*24711*~            ~*34711*~

~BAIRRO~             ~ENDEREÇO~           ~PLACA~              ~PESO~
~*44711*~            ~*54711*~            ~*64711*~            ~*74711*~


~*FITA GOMADA*~
MERCEARIA EXEMPLO
= CEP: 04711 | UF: 14711 | NOME: 24711 | FONE: 34711 | BAIRRO: 44711 | ENDEREÇO: 54711 | PLACA: 64711 | PESO: 74711
~*FITA GOMADA*~
MERCEARIA EXEMPLO
= FITA GOMADA: MERCEARIA EXEMPLO

#5 a bold value is no label of the plain label below it, which has a value of its own
CEP                                            Pelagem

*88019-776*                                    *Longa*


Telefone                                       Grau de instrução

*(79) 3615-1705*                               *Superior completo*
+ CEP: 88019-776 | Telefone: (79) 3615-1705 | Grau de instrução: Superior completo
- Longa:

#5 of three texts below each other, the two nearer ones are label and value, known or not
Alergias                        Responsável

*Frutos do mar*                 *Ana Modelo*


Torque                          Endereço

*35 Nm*                         *Rua do Modelo, 524*
+ Responsável: Ana Modelo | Endereço: Rua do Modelo, 524
- Torque
Tipo de serviço                 Tomador do serviço

*Normal*                        *Remetente*


Natureza da prestação           Protocolo de autorização

*Transporte*                    *121568272957335*
+ Protocolo de autorização: 121568272957335
- Remetente:

#5 lines in pairs, two at least, are no table
UF                         Bairro

PR                         São José



Lavra                                 Cargo

534907                                Gerente de vendas
+ UF: PR | Bairro: São José
Pelagem                    Município             Situação

Curta                      Joinville             Cancelada



Amostra atual         Raça                Razão social

41740                 Vira-lata           Horizonte Amostra S.A.
- Vira-lata
+ Município: Joinville | Situação: Cancelada

# the end of a sentence is no label of the heading below it
    O nosso modelo descreve a descrição do produto como se mostrou acima. O número de unidades cresce;
o número de unidades foi comparado com a ordem dos termos: 77 of 776. O estado do sistema reduz uma
base conhecida sob as mesmas condições.

*6 Método*

    O nosso modelo reduz uma base conhecida sob as mesmas condições, e foi comparado com trabalhos
de outros grupos como se mostrou acima. O estado do sistema depende de a descrição do produto
=

# the texts of a diagram with three columns are no fields of the running text around it
O nosso modelo reduz uma base conhecida. O valor total das amostras foi comparado com trabalhos
de outros grupos como se mostrou acima. O estado do sistema depende da descrição do produto e descreve
a ordem dos termos. O método proposto reduz a ordem dos termos com pequeno erro, como em outros
modelos, que dependem do período do sinal na maioria dos casos. O estado do sistema foi comparado


                                                           State          Name          Output
                                                                         Encoder        Server

                                                           Order         Decoder        3 × 3
=

# labels with their values beside them are no table, though the first two could be its header
Safra                                 2024/2025
Bairro                                Cidade Nova
Número do pedido                      649232
Consumo                               12 m³
Profissional                          João Pedro Amostra
Bitola                                2,5 mm
E-mail                                contato@agil.example.com
= Safra: 2024/2025 | Bairro: Cidade Nova | Número do pedido: 649232 | Consumo: 12 m³ | Bitola: 2,5 mm
= Profissional: João Pedro Amostra | E-mail: contato@agil.example.com
Descrição                             Valor
Telefone                              49,90
Internet                              99,90
Roteador                              9,90
| Descrição | Valor
| Telefone | 49,90
| Internet | 99,90
| Roteador | 9,90

# abbreviations are labels
~Insc. Municipal~
778899
= Insc. Municipal: 778899

# bold capitals over capitals are label and value
*NOME*
LARA EXEMPLO TESTE

*DATA*                                          *HORA*              *LOCAL*
07/09/2015                                      14:30               Recife
= NOME: LARA EXEMPLO TESTE | DATA: 07/09/2015 | HORA: 14:30 | LOCAL: Recife

#6 in a form with empty cells a label is no value, whatever its words
~NAVIO~             ~UF~              ~VIAGEM~

                                      4711
~CIOT~              ~UF CARREG.~      ~BALSA~

                    SC
~PLACA~             ~CONDUTOR~        ~NOME~

*INFORMAÇÕES DO SEGURO*
= VIAGEM: 4711 | UF CARREG.: SC

# the title of the next block is no value of an empty cell above it
~FONE~                  ~VALOR ICMS~
EXPEDIDOR

~FRETE~
12,50
= FRETE: 12,50

# a value continues on the next line, up to the next label
*Supplier*      North Sample Ltd                    *Deliver to*        12 Test Street,
                                                                        Bristol BS1 1AA
= Supplier: North Sample Ltd | Deliver to: 12 Test Street, Bristol BS1 1AA
Name:           Ann
City:           Rome
= Name: Ann | City: Rome

# a text of another style is no next line of a value
*Endereço*      Rua do Modelo, 524
                ~conforme o cadastro~
+ Endereço: Rua do Modelo, 524

# a known label alone on its line has its value in the next one, and is no heading
NOME
Ana Exemplo

PROFISSÃO
Arquiteta

ESTADO CIVIL
Casada
= NOME: Ana Exemplo | PROFISSÃO: Arquiteta | ESTADO CIVIL: Casada

# what is not aligned with a column of labels is none of its labels
Safra                                 2024/2025
Bairro                                Cidade Nova
Consumo                               12 m³
           Turma               Santos
                   Cliente              Recife
- Turma:

# a label without a value has none
Name:
City: Rome
= Name: – | City: Rome

# sentences, addresses of pages and times are no fields
Please note: this is a sentence that goes on.
=
https://example.com/a: b
=
12:30
=
Dear Sir,
=
He said, after a while: no
=

# an amount after an equals sign belongs to the label before it
*VALOR LÍQUIDO DA NOTA = R$ 2.940,00*
= VALOR LÍQUIDO DA NOTA: R$ 2.940,00

# a bold word before a dash is no label of what goes on behind it
*DAMDFE*  - Documento Auxiliar de Manifesto
=

# what is ticked is the value, and never sure
Fumante: [ ] Sim [x] Não
= Fumante: Não
% Fumante: unsure
Fumante: Sim (x) Não ( )
= Fumante: Sim
% Fumante: unsure
Fumante: ja [x] nein
= Fumante: nein
% Fumante: unsure
Fumante: ☐ Solteiro ☒ Casado
= Fumante: Casado
% Fumante: unsure
Fumante: [ ] Sim
= Fumante: [ ] Sim
% Fumante: unsure
Fumante: [x] A [x] B
= Fumante: [x] A [x] B
% Fumante: unsure

# a box is no word of its label, and says how sure the value is
Nome: Maria
☒ Emite NF: Sim
= Nome: Maria | Emite NF: Sim
% Emite NF: 0.85
Nome: Maria
☐ Usa boleto: Não
= Nome: Maria | Usa boleto: Não
% Usa boleto: 0.5
Nome: Maria
[x] Cidade: Santos
= Nome: Maria | Cidade: Santos
% Cidade: 0.85

# of what stands behind a label, no value is sure that may be another
Sinistro:     Sim     Não
= Sinistro: Sim Não
% Sinistro: 0.5
Entrega:     15/03/2025     22/03/2025
= Entrega: 15/03/2025 22/03/2025
% Entrega: 0.5
Validade: 20/04/2025 30/04/2025
= Validade: 20/04/2025 30/04/2025
% Validade: 0.5
Pagamento: 4 parcelas   débito em conta
= Pagamento: 4 parcelas débito em conta
% Pagamento: 0.5
Validade: 08/27   CVV 388
+ Validade: 08/27
% Validade: 0.99
Total: R$ 100,00   R$ 120,00
= Total: R$ 100,00 R$ 120,00
% Total: 0.5
Nome: João Modelo   Idade   31
+ Nome: João Modelo
% Nome: 0.99
ICMS:     291,00     18,00     52,38
= ICMS: 291,00 18,00 52,38
% ICMS: 0.5
Conta: 70872490 — page 2 of 2
= Conta: 70872490 — page 2 of 2
% Conta: 0.85
Conta: 15/05/2025 - Pago no banco
% Conta: 0.85
Serviço: 04.01 - Medicina
= Serviço: 04.01 - Medicina
% Serviço: 0.99
Pedido: NÃO CADASTRADO. Você tem 1 conta
= Pedido: NÃO CADASTRADO. Você tem 1 conta
% Pedido: 0.85
Entrega: deixe tudo na portaria do prédio.
= Entrega: deixe tudo na portaria do prédio.
% Entrega: 0.85

# a value that must go on, where nothing does, is not sure
Contratante: Oficina Amostra, CNPJ
= Contratante: Oficina Amostra, CNPJ
% Contratante: 0.85
Periodo: del 03/10/2025 al 04/11/2025 (32
= Periodo: del 03/10/2025 al 04/11/2025 (32
% Periodo: 0.85
Periodo: del 03/10/2025 al 04/11/2025 (32
días)
= Periodo: del 03/10/2025 al 04/11/2025 (32 días)
% Periodo: 0.99

# a value is not sure whose next line may be among the texts of other columns, or below its label
Pedidos     17     *Endereço*   Rua Dois 6
Clientes    12                  Campinas
+ Endereço: Rua Dois 6
% Endereço: 0.85
*Payment terms* 30
days of the month
+ Payment terms: 30
% Payment terms: 0.85
*Payment terms* 30
*Total* 40
% Payment terms: sure
Referência: 1 79 07 31 555           Conta: 1234567890123
417 37
+ Referência: 1 79 07 31 555
% Referência: 0.85
Prazo: 15/05/2025
Rua Dois 6, Campinas, São Paulo
% Prazo: 0.99

# a caption much nearer to the text above it is not sure of the one below
Rua Dois 6, Santos
~Endereço de entrega~

Transferência bancária
% Endereço de entrega: 0.85
Rua Dois 6, Santos


~Endereço de entrega~
Transferência bancária
% Endereço de entrega: 0.92

# captions are those of the texts above them, though few are known and a name is taken for a title, where many are numbers
@40,100/11 Iracema Modelo
@40,109/7 Registered keeper
@40,130/11 67-5960-0
@40,139/7 Keeper's mark
@40,160/11 04/05/2023
@40,169/7 Enrolled
@40,190/11 Annex B
@40,199/7 Station
= Registered keeper: Iracema Modelo | Keeper's mark: 67-5960-0 | Enrolled: 04/05/2023 | Station: Annex B

# so they are as far from the text below, but not sure, where the first stands below a text and the last above none
@40,100 Tullio Modelo
@40,110/7 Passeggero
@40,124 03/02/2025
@40,134/7 Data
@40,148 € 105,62
@40,158/7 Prezzo
@40,172 17/09/2025
@40,182/7 Data de validade
= Passeggero: Tullio Modelo | Data: 03/02/2025 | Prezzo: € 105,62 | Data de validade: 17/09/2025
% Data: unsure | Data de validade: unsure

# those of two columns are captions, too, though they may name the parts of a page
@40,100 Laticínios Modelo @300,100 Joaquim Exemplo
@40,112/7 Remetente @300,112/7 Destinatário
@40,130 Rua Dois 6, Santos @300,130 Bauru
@40,142/7 Endereço de entrega @300,142/7 Cidade
@40,160 18/10/2024 @300,160 R$ 59,75
@40,172/7 Data da coleta @300,172/7 Frete
= Remetente: Laticínios Modelo | Destinatário: Joaquim Exemplo | Endereço de entrega: Rua Dois 6, Santos | Cidade: Bauru
= Data da coleta: 18/10/2024 | Frete: R$ 59,75

# what stands above a caption, in the type of what stands below it, is no heading
@40,100/11 Odile Modelo
@40,109/7 Contrôleur
@40,130/11 Annecy
@40,139/7 Lieu
@40,160/11 22/10/2024
@40,169/7 Date
@40,200/8 Observações: Portillon, Clôture intacte, Absence d’échardes, Sol amortissant
! missing

# a bold label with a text right behind it has no sure value below
@76.9-109.6,227 *Aluno* @112.8-217.4,227 Iracema Duarte Lins @220.5-275.4,227 *Matrícula* @278.6-323.1,227 2365321
@326.3-362.4,227 *Turma* @365.6-387,227 9º A @390.3-446.5,227 *Ano letivo* @449.7-475.1,227 2024
@76.9-199.9,240 *Professor responsável* @203.1-321.4,240 Joaquim Teixeira Prado @324.6-387.4,240 *Frequência* @390.6-412.8,240 32%
% Ano letivo: unsure

# what is written before a signature is no sure value of who signs
Le responsable : lu et approuvé
L'agent communal : Maël Modelo
% Le responsable: unsure | L'agent communal: sure

# a date is no sure postcode
CEP                                  20/04/2024
% CEP: unsure

# labels with a text of their own below, nearer than the next label, have none of a table beside them
@260-295,135.9/9 Código @305-354,135.9/9 Descrição @386-403,135.9/9 Un. @413-437,135.9/9 Qtde @503-528,135.9/9 Total
@447-471,141.1/9 unit.
@81-111,141.6/8 072345
@260-292,153.9/9 24-123 @305-337,153.9/9 Arruela @386-396,153.9/9 cx @413-424,153.9/9 22 @447-473,153.9/9 70,98 @488-528,153.9/9 1.103,45
@81-142,155.1/8 Data do pedido
@81-127,164.1/8 21/01/2023
@305-354,166.6/9 Tinta epóxi
@81-126,176.9/8 Fornecedor
@305-331,177.1/9 cinza,
@81-170,186.6/8 Oficina Modelo Ltda
@260-292,187.6/9 73-913 @305-370,187.6/9 componente A
@386-397,187.6/9 un @413-424,187.6/9 49 @447-473,187.6/9 80,39 @488-528,187.6/9 1.077,65
@305-364,198.1/9 e B, galão de
@81-125,199.4/8 Comprador
@305-344,208.6/9 3,6 litros
@81-170,209.1/8 Otávio Modelo
@305-344,221.4/9 Parafuso
@81-179,221.9/8 Condição de pagamento
@81-110,230.9/8 28 dias
@305-351,231.9/9 sextavado
- cinza
- e B, galão de 3,6 litros

# a label of one word goes on in no other line, though sentences do behind it
@40,100/8 Passageiro @100,100/9 Maud Modelo @300,100/8 To @325,100/9 Ludlow
@40,111/8 From @100,111/9 Ludlow @300,111/8 Date @325,111/9 15/06/2024
- Ludlow 15/06/2024

# the same label in another language is no sure value of it
@40,100/7 *Paciente* @200,100/7 *Data de nascimento*
@40,108/7 Patient @200,108/7 Date of birth
@40,120/9 Ana Modelo @200,120/9 17/12/1977
% Paciente: unsure

# neither is a sentence beside a label, in any language, nor is a text over the numbers of other labels
@40,100 *Data di assunzione* @180,100 Per data si intende 03/08/2008, come convenuto tra le parti, e dunque vale
@40,124 *Matricola* @180,124 12345
% Data di assunzione: unsure
Nº do pedido          Zilda Modelo
953224                Condição de pagamento
Data do pedido        À vista
28/01/2023            Entrega prevista
Fornecedor            01/10/2024
Laticínios Serra      Transportadora
Comprador             Rápido Amostra
% Fornecedor: unsure

# a date in words does not go on with the next label
Passenger            Platform
Maud Sample          2
From                 Coach
Ludlow               D
To                   Seat
Ludlow               2A
Date                 Booking ref.
16 August 2024       KXE0T7
Departs              Fare
14:25                £104.99
- 16 August 2024 Departs 14:25

# a value below its label that goes on beside numbers of a table is not sure
@40,100 *No.* @100,100 *Description* @300,100 *Qty* @360,100 *Amount*
@100,113 Assembly on site by two joiners, and
@40,122 1 @100,122 removed afterwards @300,122 5 @360,122 2,448.28
@40,131 2 @100,131 Delivery to first floor @300,131 3 @360,131 235.76
% Description: unsure

# a quantity with a sentence behind it is not sure
Volume: 0,35 m³. A garantia vale por um ano.
% Volume: 0.85
Prazo: 12 dias. Depois a carga vai ao porto
% Prazo: 0.85
Vara: 2a. Vara Civil
% Vara: 0.99

# a label behind a word of another text is not sure
*Ajuda*     Pecas: 10 dias
% Pecas: 0.99
*Ajuda* Pecas: 10 dias
% Pecas: 0.85

# what stands below a name in the first of several rows of numbers is no sure value of that name
*Bezeichnung*            *Menge*     *Einzelpreis*     *Gesamt*     *Rabatt in Prozent nach Rahmenvertrag, Anlage 3*
Fenster                  6           1.084,00          6.504,00
weiß lasiert
mit Griff

Haustür                  1           3.290,00          3.290,00
+ Einzelpreis: 1.084,00
% Bezeichnung: unsure | Einzelpreis: unsure

# words of a value are not joined where its lines end
──────────────────────────────────────────
│ Marca/modelo: │ VW/Kombi Furgão Escolar │
│               │ adaptado para pessoas   │
──────────────────────────────────────────
= Marca/modelo: VW/Kombi Furgão Escolar adaptado para pessoas

# numbers below each other in one cell are rows, and so are the texts beside them
────────────────────────────────────────────
│ *Sócio*          │ *Quotas* │ *Valor R$*  │
────────────────────────────────────────────
│ Tainara Lima     │   48.000 │   48.000,00 │
│ Rodrigo Hickmann │   32.000 │   32.000,00 │
────────────────────────────────────────────
| Sócio | Quotas | Valor R$
| Tainara Lima | 48.000 | 48.000,00
| Rodrigo Hickmann | 32.000 | 32.000,00

# an amount with a letter behind it is not sure
Base: 1.240,00 e
% Base: unsure
Saldo: 1.240,00 D
% Saldo: sure

# letters among digits and question marks among letters are not sure, but for addresses on the web
Frete: R$ 85,OO
Pedido: PV-2O25
Cliente: Auto Pe?as
Página: www.site.com/item?id=7
% Frete: unsure | Pedido: unsure | Cliente: unsure | Página: sure

# a value is not sure whose last line is as full as those above, and ends no sentence
Local de execução: Universidade
Comunitária Região de Frederico
% Local de execução: unsure
Local de execução: Universidade
Comunitária Região de Frederic.
% Local de execução: sure

# a value is not sure whose paragraph goes on left of its first line, or that ends with a sign between two
  Contratante: Associação de Produtores
de Três Cachoeiras e Região.
  Foro: Torres. Gestora: Ana Conceição
Ströher de Albuquerque Lins.
  Situação: Aprovado /
  Fiscal: Antônio Peçanha
% Contratante: unsure | Gestora: unsure | Situação: unsure | Fiscal: sure

# a value is not sure that goes on below the bold head of its clause, or in which another label is broken where a line ends
*CLÁUSULA TERCEIRA – DO OBJETO.* A sociedade tem por objeto: (a) comércio
atacadista de máquinas e peças (CNAE 4663-0/00); (b) importação e
exportação por conta própria; e (c) agenciamento de cargas, exceto para
o transporte marítimo.
% A sociedade tem por objeto: unsure
Fica ajustado entre as partes o que segue. Prazo de entrega: 45 (quarenta e cinco) dias
contados da assinatura, prorrogáveis uma vez por igual período mediante aviso. Local da
entrega: almoxarifado da matriz.
% Prazo de entrega: unsure
*CLÁUSULA TERCEIRA.* *Objeto social:* Comércio por atacado
Atacadista de máquinas e peças, e de outros equipamentos em
todo o território nacional.
% Objeto social: unsure

# a value of words is not sure where a text without a label begins right below its label, nor one that wraps above such a text
Origem: depósito central             Data: 03/11/2025
Rua B, 18
Volumes: 14
% Origem: unsure
Nome: Ana     Turno: tarde     Trabalho: Hospital
Exemplo                        Amostra
Idade  12     Sala   4         Sexo      F
% Nome: unsure | Turno: sure | Trabalho: unsure
──────────────────────────────────────────────────────────────────
│ Local: Rua Sete de Setembro,  │ Data: 03/11/2025                │
│ 415, bloco C, sala 2          │                                 │
│ Exu/PE                        │                                 │
──────────────────────────────────────────────────────────────────
+ Local: Rua Sete de Setembro, 415, bloco C, sala 2
% Local: unsure | Data: sure
───────────────────────────────────────────────────
│ Defeito: a caldeira perde     │ Data: 03/11/2025 │
│ pressão, e o radiador é frio  │                  │
│ embaixo                       │                  │
───────────────────────────────────────────────────
+ Defeito: a caldeira perde pressão, e o radiador é frio embaixo
% Defeito: sure

# no more is one sure that had no room in its line, if a label stands behind its rest
Prazo de entrega: 45 dias contados da assinatura, prorrogáveis por igual período
mediante aviso escrito. Local da entrega: almoxarifado da matriz, na Avenida Getúlio
Vargas, portão 2.
% Prazo de entrega: unsure

# a label in small letters is not sure where the line above ends no sentence
*Cláusula 5ª* Foro: Comarca de São
Leopoldo. Prazo: 45 dias. Local da
entrega: matriz.
% entrega: unsure
Peso: 3 kg.
entrega: matriz.
% entrega: sure
nome: Ana Luz
cargo: gerente
% nome: sure | cargo: sure

# behind a number, an amount or a date that its label names, another text is none of it; behind others it is a doubt
CNPJ: 11.222.333/0001-81 – Rua Amostra, 90 – Fone (44) 5555-0101
Fone: (44) 5555-0101, Fax (44) 5555-0102
E-mail: ana@amostra.com - www.amostra.com
Valor da parcela: R$ 1.250,00 – Multa R$ 25,00
Date: 12 March 2026 – Ref 4417/B
= CNPJ: 11.222.333/0001-81 | Fone: (44) 5555-0101 | E-mail: ana@amostra.com | Valor da parcela: R$ 1.250,00 | \
Date: 12 March 2026
Ato de criação: Decreto nº 1.234/78 – INEP 99000011
Responsável: Ana Exemplo; CPF 111.444.777-35
Autorização: Portaria 88/19 – Rua Amostra, 90
Endereço: Rua Amostra, 90 – Bloco 2 – Centro – CEP 80010-000
Código: 6201-5/01 – Desenvolvimento de programas
Fornecedor: 11.222.333/0001-81 - Oficina Exemplo
% Ato de criação: unsure | Responsável: unsure | Autorização: unsure | Endereço: sure | Código: sure | Fornecedor: sure
+ Código: 6201-5/01 – Desenvolvimento de programas | Fornecedor: 11.222.333/0001-81 - Oficina Exemplo

#6 a small label may be that of the text above it, too, where the first text of its column has no other
Ana Exemplo

~Full name~


14a Trial Road

~Address~


7 February 1961

~Date of birth~


0999 555 01 77

~Phone~

% Full name: unsure | Address: unsure | Date of birth: unsure
*Agreement*

~Date of birth~

7 February 1961

~Phone~

0999 555 01 77

% Date of birth: sure | Phone: sure

# the first of several cells below each other is no sure value of what stands above them
──────────────────
│ *Item*   │ *OK* │
──────────────────
│ Pneus  │      │
──────────────────
│ Faróis │      │
──────────────────
│ Estepe │      │
──────────────────
% Item: unsure

# a label right before another one is not surely without a value
Assunto: Re: reunião
% Assunto: unsure

# letters apart from each other are no sure value, nor is what stands in the same brackets as its label
Lacre: A 7 7 1
Motorista: Otto Wagner  (substituto: Ari)
% Lacre: unsure | Motorista: sure | (substituto: unsure

# a word among others as far apart is no sure value
Item   um   Fachada:   apresentados   três   orçamentos
também foi aceito o                   que se pede
% Fachada: unsure

# what leads from one value to the next is no sure value
*Origem*        *Serviço*
➜               Semileito
% Origem: unsure | Serviço: sure

# a value is not sure below which another text in its type stands, though centred
*Classificação*     *Situação*       *Município*
 Bifásico        Em análise     Lajeado
                pelo financeiro
% Classificação: sure | Situação: unsure | Município: sure

# a value that may have begun above its label is not sure, nor is what stands behind the end of a label
               Avenida
Endereço:      Anchieta, 3511
Talhão:        43
% Endereço: unsure | Talhão: sure
               Émerson Teste
Profissional:  da Brandão
Inscrição
estadual:      069075529129
% Profissional: unsure | estadual: unsure
*PASSAGEIRO*       *FORMA DE*
Larissa Exemplo    *PAGAMENTO*
                   Cartão de crédito
% PAGAMENTO: unsure
*Name,* *Vorname:* Otto Wagner
% Vorname: unsure

# the sign of a currency behind an amount does not belong to the next one
@40,100 Preis: @75,100 350,39 @112,100 € @300,100 1.051,17 @350,100 €
= Preis: 350,39 €

# cents that are raised and small end an amount
@40,100 Valor total: R$ @140,100/28 1.234 @212,89/13 56
= Valor total: R$ 1.234,56

# a power that is raised belongs to its unit
@40,100 Wohnfläche: 125 m @125,96/7 2
= Wohnfläche: 125 m²

# a sign that is raised behind a text ends it
@40,100 Obra: reforma do muro @145,95.5/9 1 @340,98 Data: 12/05/2025
= Obra: reforma do muro¹ | Data: 12/05/2025
@40,100 Obra: Rua do 1 @110,95.5/9 o @340,98 Data: 12/05/2025
= Obra: Rua do 1º | Data: 12/05/2025
@40,100 Obra: muro @90,95.5/9 (2) @340,98 Data: 12/05/2025
= Obra: muro⁽²⁾ | Data: 12/05/2025
@40,100 Obra: muro @90,95.5/9 * @340,98 Data: 12/05/2025
= Obra: muro* | Data: 12/05/2025
@40,100 Obra: 290,00 @100,95.5/9 b @340,98 Data: 12/05/2025
= Obra: 290,00ᵇ | Data: 12/05/2025
@40,100 Obra: R$ 1.3 @100,95.5/9 40 @340,98 Data: 12/05/2025
= Obra: R$ 1.340 | Data: 12/05/2025

# a small caption beside a bold label, in another language, is no sure value of it
@40,100 *Razão social* @140,100/7 Legal name
% Razão social: unsure

# a small caption behind a label is of that, where a value stands below
@36,113/8 *Razão social* @88,113/7 Legal name @37.7,130.3/11 Oficina Exemplo S/A
@400,113/8 *CNPJ* @420,113/7 Tax ID @401.7,130.3/11 11.222.333/0001-81
@36,161/8 *Cidade* @64,161/7 City @37.7,178.3/11 Fortaleza
= Razão social: Oficina Exemplo S/A | CNPJ: 11.222.333/0001-81 | Cidade: Fortaleza

# a number does not go on with the next label and its value, where all lines follow each other alike
@57,108 Klantnummer @298,108 Factuurnummer
@57,119.1 4 017 336 @298,119.1 JA-2025/0088431
@57,130.2 Contractant @298,130.2 Factuurdatum
@57,141.3 Mw. S. van der Hoen @298,141.3 14 oktober 2025
@57,152.4 Leveringsadres @298,152.4 Periode
@57,163.5 Oude Gracht 18 bis @298,163.5 1 okt t/m 30 sep
+ Klantnummer: 4 017 336
% Klantnummer: 0.85

# a bold label is apart from the plain value right beside it
@40,100 *E-mail* @75,100 ana@example.com
= E-mail: ana@example.com

# two captions side by side are two, however close
@40,40/7 TIPO DOC @71,40/7 CNPJ/CHAVE @40,50/9 NFE @71,50/9 81.583.054/0001-29
+ CNPJ/CHAVE: 81.583.054/0001-29

# a value is sure by more than its place: the label above it is known, and of amounts only above one
~Alergias~
Penicilina
% Alergias: unsure
~Cliente~
Casa Azul
% Cliente: sure
~Total bruto~
12,00
% Total bruto: sure
~Total bruto~
NET PAY
% Total bruto: unsure
*Conta*
Mensalidade      120,00
% Mensalidade: unsure

# a value is not sure that others stand beside or below, that goes on in another line, or in boxes
*Data de*   12/03/2025
% Data de: unsure
*a*  ~Número~
123-45-6789
% a: unsure
*Nota*
7
5
=
~Código~
5   2   9   9
=

# a value is not sure in which other texts may be, such as a word behind a date, but for its time
@40,100 Cliente: Ana Luz   Casa Azul
% Cliente: unsure
Data de emissão: 12/05/2023 Auxiliar
% Data de emissão: unsure
Data de emissão: 12/05/2023 às 14:30
% Data de emissão: sure
Forma de pago: Transferencia · IBAN ES91 2100
% Forma de pago: unsure
Assunto: Re: Fatura
% Assunto: unsure | Re: unsure
Anna wrote:
Total: 12,00
% Total: unsure

# no caption is that of the text in the cell above
▭50,114,298,150 @53,122/6 Voyageur @53,144/9 Odile Exemple
▭298,114,546,150 @301,122/6 Départ @301,144/9 Moulins
▭50,150,298,186 @53,158/6 Arrivée @53,180/9 Moulins
▭298,150,546,186 @301,158/6 Date @301,180/9 19/12/2026
▭50,186,298,222 @53,194/6 Heure @53,216/9 19h45
▭298,186,546,222 @301,194/6 Voie @301,216/9 4
▭50,222,298,258 @53,230/6 Voiture @53,252/9 7
▭298,222,546,258 @301,230/6 Place @301,252/9 18
▭50,258,298,294 @53,266/6 Dossier @53,288/9 FKN0H9
▭298,258,546,294 @301,266/6 Prix @301,288/9 94,32 €
- Prix: 18

# the number of a box, and a caption over a value in larger type, are no value of the caption beside it
▭51,88,216,118 @54,100/7 *01* @64,100/7 Titular @54,111 Ana Exemplo
▭216,88,381,118 @218,100/7 *02* @228,100/7 Contrato @218,111 610589
▭51,118,216,148 @54,130/7 *01* @64,130/7 Cidade @54,141 Bauru
▭216,118,381,148 @218,130/7 *02* @228,130/7 Leitura @218,141 246 kWh
▭51,148,216,178 @54,160/7 *01* @64,160/7 Cliente @54,171 Bia Exemplo
▭216,148,381,178 @218,160/7 *02* @228,160/7 Consumo @218,171 128 kWh
- 02
- Contrato
- Leitura
- Consumo
▭51,88,216,118 @64,100/7 RAGIONE SOCIALE @137,116 Oficina Exemplo
▭216,88,381,118 @228,100/7 SEDE LEGALE @342,116 Via Uno
▭51,118,216,148 @64,130/7 TELEFONO @162,146 014 847616
▭216,118,381,148 @228,130/7 POSTA ELETTRONICA @317,146 a@amostra.it
▭51,148,216,178 @64,160/7 CATEGORIA @207,176 A
▭216,148,381,178 @228,160/7 FIDO CONCESSO @347,176 310,89
- SEDE LEGALE
- POSTA ELETTRONICA
- FIDO CONCESSO
`);
  test.each(rules)('%s', (_, pages) => pages.forEach((page) => expectSaid(page)));

  test('a ratio is no time', () => {
    const fields = sectionsOf('Scale: 1:50\nDeparture: 18:45').flatMap((section) => section.fields);
    expect(fields.map(({ value }) => normaliseValue(value ?? ''))).toEqual(['1:50', '18:45:00']);
  });
});

describe('a form in one type', () => {
  const rules = rulesIn(`
# labels over their values are no head and rows of a table, though all lines are as far from each other
Customer number          Invoice number
4 017 336                JA-2025/0088431
Leaseholder              Made out on
Mrs S. Goff              14/10/2025
Place of supply          Reading
18 Well Lane             remote
= Customer number: 4 017 336 | Invoice number: JA-2025/0088431
% Customer number: unsure | Invoice number: unsure

# captions in every second row are no cells of a table
TIPO DO CT-E                    TIPO DO SERVIÇO                         TOMADOR DO SERVIÇO
Complementar                    Subcontratação                          Ana Modelo

CFOP - NATUREZA DA PRESTAÇÃO                                            PROTOCOLO DE AUTORIZAÇÃO DE USO
6353 - Transporte                                                       121568272957335
+ PROTOCOLO DE AUTORIZAÇÃO DE USO: 121568272957335 | TIPO DO CT-E: Complementar
- PROTOCOLO DE AUTORIZAÇÃO DE USO

#5 labels in pairs with their values are no table, though one has none and the last pair is another's
DATA DE VENCIMENTO                           SITUAÇÃO

19/02/2026                                   Ativo


LENTE OD                         NÚMERO DO PEDIDO

                                 3690


TELEFONE

(13) 3963-2430
+ SITUAÇÃO: Ativo
- LENTE OD

# a word of labels is a value where a label beside has another text beside it, or where values are bold
MODELO              TIPO DO SERVIÇO      TOMADOR DO SERVIÇO
57                  Subcontratação       Remetente

VALOR TOTAL         BASE DE CÁLCULO      ALÍQUOTA
6.409,05            29,93                3,00
+ TOMADOR DO SERVIÇO: Remetente | TIPO DO SERVIÇO: Subcontratação
Modelo              Tomador do serviço
*57*                *REMETENTE*

Valor total         Base de cálculo      Alíquota
*6.409,05*          *29,93*              *3,00*

Município           CEP                  Inscrição estadual
*Florianópolis*     *81792-744*          *ISENTO*
+ Tomador do serviço: REMETENTE

# capitals in every second row are captions, known or not
RESPONSÁVEL                                         NOME
Ana Modelo                                          Davi Exemplo

LEITURA ATUAL                                       TURMA
916050                                              3º B
- TURMA
- 916050:

# captions in capitals are no row of a table, though only one is known and a value is missing
CULTIVAR                    SITUAÇÃO               NOME
Feijão carioca                                     Ana Amostra

DATA DE VENCIMENTO                        PROFISSIONAL
04/02/2025
= CULTIVAR: Feijão carioca | NOME: Ana Amostra

# labels over numbers are no row of the table above, known or not
Cargo                     Safra        Inscrição estadual       Nome
Gerente de vendas                      494792899333             Ana Modelo

Ramal                      Consumo                          Matrícula
62                         35 m³                            56331
+ Consumo: 35 m³ | Matrícula: 56331
- Matrícula
- Ramal

# labels of which one stands under a number are no row of the table above, though other values are words
Torque    Data de emissão     Endereço                          Município
120 Nm    09/05/2026          Estrada Santa Cecília, 1807       Campo Grande

Tutor                                                           Calado
Ana Modelo
+ Torque: 120 Nm | Município: Campo Grande

# labels over their values are no column of labels with its values
Situação              Torque              Município
Cancelada             120 Nm              Maceió

Valor total           Lavra               CPF
54.502,63             5780505             753.526.512-07
+ Situação: Cancelada | Município: Maceió
- Torque
Bairro                Pelagem             Lente OD
Vila Nova             Longa               +0,7

Endereço              Ramal      Profissional        Alergias
Rua do Modelo, 118               Ana Modelo          Nenhuma
- Pelagem
- Ramal

# a place is no label of what is below it
Bairro                Cidade Nova
                      ana@example.com
- Cidade Nova:

# a list that begins with two capitals is no table
UF                               MG
Torque                              35 Nm
Consumo                              12 m³
Data de nascimento                 02/01/2023
- MG:
+ Data de nascimento: 02/01/2023

# what stands beside a label is no label of what stands beside the next one
Endereço                         Rua do Modelo, 524
Bairro                         Liberdade
Raça                           Poodle
- Liberdade:

# a value below a caption is no label of the number beside it
Cultivar                                                       Lente
Feijão carioca                                                 0,7
- Feijão carioca:

# numbers below all captions of a row are their values, though only one is known
RESPONSÁVEL CNPJ                     FORNECEDORA CNPJ                      Nº COMPROVANTE
89.216.419/0001-99                   57.052.176/0003-76                    338863
= RESPONSÁVEL CNPJ: 89.216.419/0001-99 | FORNECEDORA CNPJ: 57.052.176/0003-76 | Nº COMPROVANTE: 338863

# a title over the labels of the next box is no row of cells
Produto predominante               Outras características                 Valor total da mercadoria
CALÇADOS                           FRÁGIL                                 7.715,22
Componentes do valor da prestação do serviço
Frete peso                         Valor total do serviço                 Valor a receber
7.403,17                           2.576,99                               9,46
- do serviço
+ Frete peso: 7.403,17 | Valor a receber: 9,46

# words in letters of one width are not torn apart where a column begins elsewhere
x                      Vila
x                      Vila
x                      Vila
&40,136 Nome: Otávio Teste Brandão Neto
+ Nome: Otávio Teste Brandão Neto
@-44.5,100 x @70.5,100 Vila @-44.5,112 x @70.5,112 Vila @-44.5,124 x @70.5,124 Vila
&40,136 Your reference:
@300,136 PO8760
+ Your reference: PO8760
@127,100 x @242,100 Vila @127,112 x @242,112 Vila @127,124 x @242,124 Vila
@200-386,136 OUTRAS CARACTERÍSTICAS DA CARGA @200,146 *Paletizada*
- OUTRAS:

# words in letters of one width are apart where the blank between them has another one
&40,100 Inscrição
&40,112 estadual: @122,112 069075529129
&40,130 Profissional: @122,130 Márcia Teste
&40,166 166: @122,166 x
&40,148 148: @122,148 x
+ Inscrição estadual: 069075529129 | Profissional: Márcia Teste

# a value with a label of its own is no line of the one below it
@61,101.5/7.5 E-mail: @116,101.5/9.5 contato@uniao.example.com
@61,117/7.5 Número do @116,116.9/9.5 108604
@61,128.4/7.5 pedido:
= E-mail: contato@uniao.example.com | Número do pedido: 108604

# a street is no label, though with another letter it were one
x                      Vila
x                      Vila
x                      Vila
@60,136 Endereço: @117,136 Estrada @155,136 Barão do Triunfo, 3702
- Estrada:

# a value printed over the end of its label stays in one piece
@40-172,100 Fecha de vencimiento: @143,100 14 @158,100 de @173,100 mayo @198,100 de @213,100 2025
= Fecha de vencimiento: 14 de mayo de 2025

# in a row of cells with a label over its value, none is the label of the cell beside it
▭35,102,92,127 @38,110/9 MODELO @38,121/9 58
▭92,102,160,127 @95,110/9 NÚMERO
▭160,102,188,127 @163,110/9 FL @163,121/9 3/6
+ MODELO: 58
- NÚMERO:
`);
  test.each(rules)('%s', (_, pages) => pages.forEach((page) => expectSaid(page)));
});

describe('an invoice of another country', () => {
  const rules = rulesIn(`
# sums below the table are fields, whatever their labels
*Bezeichnung*                           *Menge*                 *Preis*                 *Betrag*
Beratung                                  2                     10,00                   20,00
Wartung                                   1                     30,00                   30,00
                                                              Netto-Posten              50,00
                                                              MwSt. (19%)               9,50
+ Netto-Posten: 50,00 | MwSt. (19%): 9,50 | Betrag: 30,00

# a label beside another one over columns of text is not its value
*Rechnungsempfänger:*                                  Zeichen                   5482
Erika Muster                                           Vorgang                   77
+ Rechnungsempfänger: Erika Muster
*Cliente*                                   Factura n.º
José Modelo                                 R-53163
+ Cliente: José Modelo

Adresse de facturation:                                Date de la facture     3 novembre 2025
Marie Exemple                                          N° de facture          F0293
+ Adresse de facturation: Marie Exemple | Date de la facture: 3 novembre 2025
Client:                                                Date d'émission        3 novembre 2025
Marie Exemple                                          N° de facture          F0293
+ Client: Marie Exemple | Date d'émission: 3 novembre 2025
*Cliente*                                              V/ Ref.                Data de emissão
João Exemplo                                           PO7889                 18/04/2022
+ Cliente: João Exemplo | V/ Ref.: PO7889 | Data de emissão: 18/04/2022
*Client*                                               À régler avant le      Date de la facture
Jean Exemple                                           18 mai 2026            21/02/2023
+ Client: Jean Exemple

#6 codes side by side are no headings of the columns below them
                              Ihr Zeichen           Rechnungsnummer
10115 Berlin
                              PO6333                INV-46447



*Leistung*                     *Anzahl*             *Preis*              *Summe*



Wartung                        10                 527,76                 5.277,60


Beratung                       6                  211,04                 1.266,24
+ Anzahl: 6 | Summe: 1.266,24
- Wartung:

# a label with its number beside it is no value of the label before it
*Faturar a:*                                           *Fatura n.º*            INV-593130
Maria Exemplo                                          *Data de emissão*       06/01/2026
+ Faturar a: Maria Exemplo | Fatura n.º: INV-593130

# captions too close to each other have none of the values below them
*Bezeichnung*                           *Posten Einzelpreis netto*
Beratung                                10            141,01
- 10

# there are labels of one word, and a column of colons
Beleg-Nr                : RK21012345
Lieferdatum             : 05.08.2013
Auftrag-Nr-Lief         :
Kunden-Nr               :009420
= Beleg-Nr: RK21012345 | Lieferdatum: 05.08.2013 | Auftrag-Nr-Lief: – | Kunden-Nr: 009420

# several labels are in one text, with blanks before their colons, numbers in them, and commas behind their values
Bruttopreis : 15,0000 Abschlag : 4,5000
= Bruttopreis: 15,0000 | Abschlag: 4,5000
Artikelrabatt 2: Basis:
= Artikelrabatt 2: – | Basis: –
Basisbetrag: -5,00, Rabattbetrag: 0,10
= Basisbetrag: -5,00 | Rabattbetrag: 0,10

#4 boxes have a small label at the upper left and the value at the lower right, if it has no caption of its own
                                                    ~Rechnungsnummer~
80333 München                                                                         *471102*


                                                    ~Leistungsdatum~
Deutschland                                                                       *05.03.2013*
+ Rechnungsnummer: 471102 | Leistungsdatum: 05.03.2013
                                                                                      ~Seiten~

                                                    ~Rechnungsnummer~
                                                                                      471102
- Rechnungsnummer: 471102

# a title in the middle has no value in what stands below it by chance
          Rechnung
7. August 2022  16:41
=

# values are wider than their labels and end where those do
*Order*                                   *Datum*             *Beleg*
SC444                                08.09.2022        VF1005193039
= Order: SC444 | Datum: 08.09.2022 | Beleg: VF1005193039

# headers of a table are as near to each other as words
*Artikel*           *Preis*             *MwSt Menge*        *Betrag*
Tee                 49,99               21 %   1            49,99
Tee                 49,99               21 %   1            49,99
= Artikel: Tee | Preis: 49,99 | MwSt: 21 % | Menge: 1 | Betrag: 49,99

# titles over a table, and names over streets, are no labels
Zahlungsbedingungen
Beschreibung                            Menge               Betrag
- Beschreibung
Zahlungsbedingungen:
Beschreibung                            Menge               Betrag
- Beschreibung
*Mia Muster*
Beispielstraße 24
=
*Muster B.V.*
Weena 664
=
*Anschrift*
Beispielstraße 24
= Anschrift: Beispielstraße 24

# a caption over rows of cells is the title of a table, whose first cell is no value of it
~GRANDEZAS CONTRATADAS~
Consumo             kWh               180
Bandeira            kWh               182
=
Últimos pagamentos:
10/11/2025          98,20
10/10/2025          87,10
= Últimos pagamentos: –
~QUALIDADE DA ÁGUA~                         ~CLIENTE~
Cloro             1,2     0,2 a 5,0         Maria Exemplo
Turbidez          0,4     até 5,0
= CLIENTE: Maria Exemplo
~CLIENTE~
Maria Exemplo                               Vencimento: 10/11/2025
Rua do Modelo, 524                          Total: 98,20
+ CLIENTE: Maria Exemplo Rua do Modelo, 524 | Total: 98,20

# a number that is centred below its label may be wider
       ~MÊS~               ~VALOR~              ~CLIENTE~
    ^11/2025^           ^1.312,45^             ^0012345678^
= MÊS: 11/2025 | VALOR: 1.312,45 | CLIENTE: 0012345678
      ~Vencimento~
Maria Exemplo da Silva
=

# a number that is centred below a label is not that of the label before it, where it begins
~REF.~  ~EMISSÃO~                   ~VALOR~
 ^15/12/2025 10:20^              ^1.312,45^
= EMISSÃO: 15/12/2025 10:20 | VALOR: 1.312,45

# of several numbers beside a label none is known to be its value
*ICMS*              291,00            18,00           52,38
=
ICMS                291,00            18,00           52,38
PIS                 238,62             0,95            2,27
COFINS              238,62             4,38           10,45
=

#15 in a row of labels with as many values below, each has its own, wherever it stands in its cell
*Delivery note no.*    *Order no.*    *Delivery date*    *Carrier*

  DN-55010             SO-2210       14 March 2025       Swift Haulage
= Delivery note no.: DN-55010 | Order no.: SO-2210 | Delivery date: 14 March 2025 | Carrier: Swift Haulage
    *Marca/Modelo*          *Ano*          *Placa*         *Renavam*           *Cor*
 Modelo X 1.6            2018/2019       RST2A34        00123456789           Prata
= Marca/Modelo: Modelo X 1.6 | Ano: 2018/2019 | Placa: RST2A34 | Renavam: 00123456789 | Cor: Prata
Salário Base      Sal. Contr. INSS     Base Cálc. FGTS     Faixa IRRF

        3.480,00           3.835,91           3.835,91           7,50
= Salário Base: 3.480,00 | Sal. Contr. INSS: 3.835,91 | Base Cálc. FGTS: 3.835,91 | Faixa IRRF: 7,50

# words written together, and those of a deposit, are known too
BalanceDue £560.00
= Balance Due: £560.00
Deposit £100.00
= Deposit: £100.00

# a rate between a label and its amount is no value
VAT 20% £110.00
= VAT 20%: £110.00
Net                        550.00
VAT                   20%  110.00
Total                      660.00
= Net: 550.00 | VAT: 110.00 | Total: 660.00
VAT              20%       110.00
= VAT: 110.00
VAT: 20% £110.00
= VAT: £110.00
*Multa por atraso*          2% (R$ 24,68)
= Multa por atraso: 2% (R$ 24,68)

# signs of code are in no label
*Item[] all=*       new
=
*order()*           new
=
~(=) Valor cobrado~
12,00
= (=) Valor cobrado: 12,00
`);
  test.each(rules)('%s', (_, pages) => pages.forEach((page) => expectSaid(page)));
});

describe('an article', () => {
  const PROSE = `The river was measured in the spring and again in the
autumn of the same year, from a boat and from both of
its banks, and the result was drawn on one sheet that
shows the depth of the water and the nature of the
ground at every point where the boat had stopped for
long enough, and where the light of the day was good
enough to see the marks on the line that was used for
the work, as it was in all of the years before that.
`;
  const columns = PROSE.replaceAll(/.+/g, (line) => line.padEnd(60) + line);
  const rules = rulesIn(`
# in code
${PROSE}
&40,220 port: 8080
&40,232 name: example
&40,244 number: string;
&40,256 total = f(x)
=

# in a diagram, with values or of two words
${PROSE}
       State               Total
      Method                512
=
${PROSE}
       Order
       Layer
=

# in boxes, in two columns with two texts each, with one text twice, or as a table
${PROSE}
@160.5,230/8 Order @251,230/8 Input
@161.7,240/8 Total @249,240/8 Server
@160,264/8 Client @251,264/8 Input
=
${PROSE}
    Number of layers Number of layers    Total
    Number of layers
=
${PROSE}
@76,230 Client @176,230 State @276,230 Total
@77.5,260 Other @177,260 Order @277,260 Sum
@75.5,290 Encode @178,290 5120 @278,290 512
=

# in headings beside the other column, or in a diagram beside one
${'*1 Method*'.padEnd(60)}*2 Results*
${columns}
=
^*the order of the terms and the way in which we use them*^


${columns}
            Total                       Total
           3 × 3                                            *3 Method*

${columns}
=

# in a clause before a colon
There are three reasons for this: the river
${PROSE}
=
`);
  test.each(rules)('has no labels %s', (_, pages) =>
    pages.forEach(({ page, items }) => expect([page, valuesOf(items)]).toEqual([page, {}])),
  );
});

describe('tables', () => {
  const rules = rulesIn(`
# a blank cell stays in its column, wherever it is
*Item*                  *Qty*                   *Price*
Shelf                                           1.00
                        2                       3.00
Screw                   4
| Item | Qty | Price
| Shelf | – | 1.00
| – | 2 | 3.00
| Screw | 4 | –

#6 the second line of a cell joins it
*Item*                  *Qty*                   *Price*


Shelf with              1                       1.00

boards


Screw                   4                       2.00

Nail                    9                       3.00
| Item | Qty | Price
| Shelf with boards | 1 | 1.00
| Screw | 4 | 2.00
| Nail | 9 | 3.00

#6 a cell goes on behind its hyphen
*Item*                  *Branch*                *Price*


Shelf                   Berwick-upon-           1.00

                        Tweed


Screw                   Stoke-on-               2.00

                        Trent, Ab-

                        bey

Nail                    Hull                    9.00
| Item | Branch | Price
| Shelf | Berwick-upon-Tweed | 1.00
| Screw | Stoke-on-Trent, Abbey | 2.00
| Nail | Hull | 9.00

# a bold total below is a field, not a row, and a table ends where other content follows
*Item*                  *Qty*                   *Price*
Shelf                   1                       1.00
Screw                   4                       2.00

*Total*                                         *3.00*



Far                     below                   it
| Item | Qty | Price
| Shelf | 1 | 1.00
| Screw | 4 | 2.00
+ Total: 3.00

# what was carried over from another page may be as bold as the header
*Date*        *Text*                  *Debit*         *Balance*
              *Brought forward*       *2,500.00*      *330.25*
13/01/2025    Deposit                 5,000.00        5,330.25
20/01/2025    Power                   489.90          4,840.35
| Date | Text | Debit | Balance
| – | Brought forward | 2,500.00 | 330.25
| 13/01/2025 | Deposit | 5,000.00 | 5,330.25
| 20/01/2025 | Power | 489.90 | 4,840.35

#6 what stands over several headers begins their names, and a header as high as both lines has its own
                        *Quantity*                *Price*
*Pos*   *Article*                                              *Sum*
                    *Ordered*   *Open*        *List*    *Net*

10      Duct fan       8            2          61.90     55.00    440.00


20      Silencer       12           4          90.00     81.00    972.00
| Pos | Article | Quantity Ordered | Quantity Open | Price List | Price Net | Sum
| 10 | Duct fan | 8 | 2 | 61.90 | 55.00 | 440.00
| 20 | Silencer | 12 | 4 | 90.00 | 81.00 | 972.00
                            *1ª série*              *2ª série*
       *Componente*
                       *Nota*          *CH*    *Nota*          *CH*

     Língua Portuguesa  7,5            160      8,0            160


          Física        5,5            80       6,5            80
| Componente | 1ª série Nota | 1ª série CH | 2ª série Nota | 2ª série CH
| Língua Portuguesa | 7,5 | 160 | 8,0 | 160
| Física | 5,5 | 80 | 6,5 | 80

# what was carried over may be called a total, if rows follow
*Item*                  *Qty*                   *Price*
*Total brought forward*                         *3.00*
Screw                   4                       2.00
| Item | Qty | Price
| Total brought forward | – | 3.00
| Screw | 4 | 2.00

# a mark behind a bold result is of its cell
*Exame*             *Resultado*    *Unidade*    *Valores de referência*
Glicose, jejum      *112* ↑        mg/dL        70 a 99
Creatinina          0,87           mg/dL        0,50 a 1,10
Colesterol total    *231* ↑        mg/dL        < 190
| Exame | Resultado | Unidade | Valores de referência
| Glicose, jejum | 112 ↑ | mg/dL | 70 a 99
| Creatinina | 0,87 | mg/dL | 0,50 a 1,10
| Colesterol total | 231 ↑ | mg/dL | < 190

# over bold heads of rows stands a bold head
*Descrição*    Mão de obra    Material    Total
*Mês*          4.820,00       7.225,00    12.045,00
*Anterior*     13.610,00      20.418,00   34.028,00
| Descrição | Mão de obra | Material | Total
| Mês | 4.820,00 | 7.225,00 | 12.045,00
| Anterior | 13.610,00 | 20.418,00 | 34.028,00

# where no table is found, the cells of the first row are no values
*Posto*     *Jan/2025*    *Fev/2025*   *Unidade*
Centro      120           130          kWh
Norte       140           150          kWh
=
~Parcela~           ~Vencimento~         ~Valor (%)~
^1^                 ^10/01/2025^         ^100,00^
^2^                 ^10/02/2025^         ^100,00^
=
*Vencimento em 2025*      *Valor em reais (10%)*
10/01/2025                100,00
10/02/2025                120,00
=

# two headers are one text, over cells in two columns
Item Descricao        Qtd  Unid  Preco Unit.    Total
1    Papel A4          10  CX         21,90    229,95
2    Caneta azul      100  UN          0,95     95,00
| Item | Descricao | Qtd | Unid | Preco Unit. | Total
| 1 | Papel A4 | 10 | CX | 21,90 | 229,95
| 2 | Caneta azul | 100 | UN | 0,95 | 95,00

# a cell may have a colon in its text
Date        Text                          Amount
03/03/2025  Transfer                      500,00
05/03/2025  Direct debit: Example Water   -30,50
10/03/2025  Fee                            -2,90
| Date | Text | Amount
| 03/03/2025 | Transfer | 500,00
| 05/03/2025 | Direct debit: Example Water | -30,50
| 10/03/2025 | Fee | -2,90

Item          Qty    Amount
Paint         8      200,00
Repair: roof  3      500,00
Paint: door   2       90,00
| Item | Qty | Amount
| Paint | 8 | 200,00
| Repair: roof | 3 | 500,00
| Paint: door | 2 | 90,00

#6 the second line of a cell joins it, though it looks like a label with its value
*Item*                  *Qty*                   *Price*


Shelf                   1                       1.00

Colour: white


Screw                   4                       2.00



Nail                    9                       3.00

                        Box: 12


Note: paid in May
| Item | Qty | Price
| Shelf Colour: white | 1 | 1.00
| Screw | 4 | 2.00
| Nail | 9 Box: 12 | 3.00
+ Note: paid in May
*Date*                  *Flight*                *Fare*


3 May                   Lisbon                  210.00

Gate: 4S                Gate: 1


9 May                   Madrid                  190.00
| Date | Flight | Fare
| 3 May Gate: 4S | Lisbon Gate: 1 | 210.00
| 9 May | Madrid | 190.00
*Item*                  *Qty*                   *Price*


Shelf                   1                       1.00


Screw                   4                       2.00

Colour: white


Nail                    9                       3.00
| Item | Qty | Price
| Shelf | 1 | 1.00
| Screw Colour: white | 4 | 2.00
| Nail | 9 | 3.00

# so it does in a cell with rulings around it, however near to the next row
────────────────────────────────────────
│ *Item*            │ *Qty* │ *Price*  │
────────────────────────────────────────
│ Shelf, width:     │ 1     │ 1.00     │
│ 40 cm             │       │          │
│ Colour: white     │       │          │
────────────────────────────────────────
│ Screw             │ 4     │ 2.00     │
────────────────────────────────────────
| Item | Qty | Price
| Shelf, width: 40 cm Colour: white | 1 | 1.00
| Screw | 4 | 2.00

# a cell that begins where the header of another column does is of that one
 # COD      DESC           QTD UN VL UN R$  VL ITEM R$
 001 789100 ARROZ TIPO 1 5KG  1 UN   25,90       25,90
 002 789200 FEIJAO CARIOCA    2 UN    8,49       16,98
| # COD | DESC | QTD UN | VL UN R$ | VL ITEM R$
| 001 789100 | ARROZ TIPO 1 5KG | 1 UN | 25,90 | 25,90
| 002 789200 | FEIJAO CARIOCA | 2 UN | 8,49 | 16,98

# lines of small letters in several cells belong to the row above
*Data*         *Diagnóstico*       *Tratamento*       *Médico*
15/05/2020     repouso por sem-    repouso e          Bia Exemplo
               ana                 frios
21/03/2026     dor lombar          sem dor            Ana Exemplo
16/01/2024     gripe               chá                Eva Exemplo
| Data | Diagnóstico | Tratamento | Médico
| 15/05/2020 | repouso por semana | repouso e frios | Bia Exemplo
| 21/03/2026 | dor lombar | sem dor | Ana Exemplo
| 16/01/2024 | gripe | chá | Eva Exemplo

# a sentence below a table is no row of it, nor is what stands below its rulings
*Item*              *Lote*      *Peso*
Lente               955303      761
Espelho             676715      595
Reclamações devem ser feitas em até 5 dias da entrega.
| Item | Lote | Peso
| Lente | 955303 | 761
| Espelho | 676715 | 595
──────────────────────────────────────
│ *Item*    │ *Lote*    │ *Peso*     │
──────────────────────────────────────
│ Lente     │ 955303    │ 761        │
──────────────────────────────────────
│ Espelho   │ 676715    │ 595        │
──────────────────────────────────────
  Aluno       Ana Exemplo
  Escola      Bia Exemplo
| Item | Lote | Peso
| Lente | 955303 | 761
| Espelho | 676715 | 595

#20 a text between two rows goes on from the one above it, and is no heading
*#*    *Item*                      *Qty*       *Price*
1    Oak 45 x 24                   4         40.00
     ^(returned)^
2    Pine                          12         6.50
3    Nail                          7         2.20
| # | Item | Qty | Price
| 1 | Oak 45 x 24 (returned) | 4 | 40.00
| 2 | Pine | 12 | 6.50
| 3 | Nail | 7 | 2.20

# what is drawn across the page parts the rows of a table, so that several of its cells may wrap
*Meter*    *Number*      *Stand*     *Remark*
──────────────────────────────────────────────────────────
Mains    1EMH0012345  12 345,6  Cellar, second Room behind
                      kWh       Stairs
──────────────────────────────────────────────────────────
Gas      77-4412      8 122 m3
──────────────────────────────────────────────────────────
Water    W-100        211 m3    Seal missing
──────────────────────────────────────────────────────────
| Meter | Number | Stand | Remark
| Mains | 1EMH0012345 | 12 345,6 kWh | Cellar, second Room behind Stairs
| Gas | 77-4412 | 8 122 m3 | –
| Water | W-100 | 211 m3 | Seal missing
? unsure | unsure | unsure | unsure

*Task*       *Remark*                 *Place*     *Hours*
─────────────────────────────────────────────────────
Survey     Site visit, Drawing of   House     4.5
           Walls                    North
─────────────────────────────────────────────────────
Paint      Two coats                Shop      12
─────────────────────────────────────────────────────
| Task | Remark | Place | Hours
| Survey | Site visit, Drawing of Walls | House North | 4.5
| Paint | Two coats | Shop | 12
? sure | sure | sure | sure
? sure | sure | sure | sure

*Team*     *Name*    *Town*     *Points*
──────────────────────────────────
A        Anna    Rome     12
         Bob     Oslo     9
──────────────────────────────────
B        Carl    Bern     8
         Dora    Bath     7
──────────────────────────────────
| Team | Name | Town | Points
| A | Anna | Rome | 12
| – | Bob | Oslo | 9
| B | Carl | Bern | 8
| – | Dora | Bath | 7

# a cell belongs to the header whose box is as wide as its own
────────────────────────────────────────────────────────────────────────
│          *Concept*           │  *Charge*  │   *Paid*   │  *Balance*  │
────────────────────────────────────────────────────────────────────────
│ Opening                      │            │            │    1,250.00 │
────────────────────────────────────────────────────────────────────────
│ Fee                          │     100.00 │            │    1,350.00 │
────────────────────────────────────────────────────────────────────────
│ Transfer                     │            │     900.00 │      450.00 │
────────────────────────────────────────────────────────────────────────
| Concept | Charge | Paid | Balance
| Opening | – | – | 1,250.00
| Fee | 100.00 | – | 1,350.00
| Transfer | – | 900.00 | 450.00

# rows that are drawn apart from a small header may be larger
*~Item~*       *~Quantity~*       *~Price~*
─────────────────────────────────────────
Board        2                40.00
─────────────────────────────────────────
Nail         12               2.20
─────────────────────────────────────────
| Item | Quantity | Price
| Board | 2 | 40.00
| Nail | 12 | 2.20

# a value that fills its line may go on in the next one, however far that is
@60,100 *Bemerkungen:* @160,100 Hat am Austausch mit Riga teilgenommen und die Hausaufgaben
@60,120 oft nicht vorgelegt.
@60,140 *Ort:* @160,140 Bremen
% Bemerkungen: unsure | Ort: sure

# a caption with a colon in it has its value below it
@60,100/7 From: Name / De: Nom
@60,112 Maria Modelo
@60,130/7 Weight
@60,142 12 kg
% From: unsure | De: unsure

# no rest of a row is sure, however many lines it has itself
@60,100 *Data* @130,100 *Percurso* @230,100 *Motivo* @360,100 *Valor*
@60,116 02/10/2025 @130,116 Beja – Moura @230,116 Visita @360,116 21,60
@60,132 15/10/2025 @130,132 Beja – @230,132 Levantam. @360,132 60,40
@130,143 Almodôvar – @230,143 Lote 3 e 7
@130,154 Beja @230,154 (com técnico
@230,165 do município)
@60,181 22/10/2025 @130,181 Beja – Lisboa @230,181 Entrega @360,181 143,20
? sure | sure | sure | sure
? unsure | unsure | unsure | unsure
? sure | unsure | unsure | sure
? sure | unsure | unsure | sure
? sure | sure | sure | sure

# what a document is called has a number, not a name, beside it
@60,100 *Lieferschein* @140,100 Muster AG, 8867 Niederurnen
@60,130 *Rechnung* @140,130 4471-2
% Lieferschein: unsure | Rechnung: sure

# a label that begins in the line above is not sure, though its value stands a little higher
@60,100 Ramal: @140,100 67
@60,111 Data de
@60,122.4 vencimento: @140,122 07/05/2024
@60,133 Torque: @140,133 35 Nm
% Ramal: sure | vencimento: unsure | Torque: sure

# nor is the next line of a cell that is not the first of its row, in capitals
*#*    *Item*                      *Qty*       *Price*
1    Oak 45 x 24                   4         40.00
     WITHOUT BARK
2    Pine                          12        6.50
3    Nail                          7         2.20
| # | Item | Qty | Price
| 1 | Oak 45 x 24 WITHOUT BARK | 4 | 40.00
| 2 | Pine | 12 | 6.50
| 3 | Nail | 7 | 2.20

# a value that was taken for a label is in no field
@84,100/7 Data de nascimento @212,100/7 Cidade @340,100/7 Total a pagar
@212,112/7 Erechim @340,112/7 R$ 2.338,40
= Cidade: Erechim | Total a pagar: R$ 2.338,40
! nothing
@84,100/7 Data de nascimento @212,100/7 Cidade @340,100/7 Total a pagar
@212,116/7 Erechim @340,116/7 R$ 2.338,40
- Cidade:
! missing

# numbers are split from the cells beside them, however near those are
@37-54,100 *Item* @91-127,100 *Serviço* @161-167,100 *Un* @178-214,100 *Contrato* @222-249,100 *Preço*
@37-48,116 1.1 @57-127,116 Escavação manual @161-208,116 m³ 120,00 @215-240,116 48,00
@37-48,132 1.2 @57-132,132 Concreto 25 MPa @161-203,132 m³ 60,00 @212-240,132 520,00
@37-48,148 2.1 @57-126,148 Alvenaria 14 cm @161-208,148 m² 800,00 @215-240,148 61,50
| Item | Serviço | Un | Contrato | Preço
| 1.1 | Escavação manual | m³ | 120,00 | 48,00
| 1.2 | Concreto 25 MPa | m³ | 60,00 | 520,00
| 2.1 | Alvenaria 14 cm | m² | 800,00 | 61,50

# a row whose numbers are in the middle of two lines is not joined with the row above
@40,100 *Leistung* @160,100 *Menge* @280,100 *Netto* @400,100 *Brutto*
@40,114 Tarif Flat @160,114 1 @280,114 21,01 @400,114 25,00
@40,128 Roaming
@160,134 84 @280,134 6,35 @400,134 7,56
@40,140 Schweiz
@40,154 SMS @160,154 12 @280,154 1,49 @400,154 1,77
@40,168 MMS @160,168 3 @280,168 0,49 @400,168 0,58
| Leistung | Menge | Netto | Brutto
| Tarif Flat | 1 | 21,01 | 25,00
| Roaming Schweiz | 84 | 6,35 | 7,56
| SMS | 12 | 1,49 | 1,77
| MMS | 3 | 0,49 | 0,58

# no cell is sure beside one that is moved below the header of another column
@40,100 *#* @70,100 *Item* @118,100 *Qty Price*
@40,116 1 Oak shelf @118,116 2 @140,116 40.00
@40,132 2 Screws, bags 4 @140,132 6.50
@40,148 3 Wall plug @118,148 1 @140,148 2.20
| # | Item | Qty Price
| 1 Oak shelf | 2 | 40.00
| 2 Screws, bags | 4 | 6.50
| 3 Wall plug | 1 | 2.20
? 0.6 | 0.6 | 0.85

# cells of rows with numbers are no sure value of the label above them
@51,100 *Cod.* @130,100 *Descrizione* @435,100 *Anno 24* @497,100 *Q.tà*
@51,117 VT-06 @130,117 Viti 6 x 80 @435,117 CF @531,117 12
@51,134 TB-40 @130,134 Tubo PVC 40 @435,134 PZ @531,134 75
@51,151 CM-25 @130,151 Cemento 25 @435,151 SC @531,151 30
+ Cod.: VT-06
% Cod.: 0.85

# no cell is sure whose lines had room beside each other: that of the next row may begin with one of them
@40,100 *Código* @100,100 *Descrição* @300,100 *Qtde* @360,100 *Total*
@40,116 11-175 @100,116 Arruela @300,116 30 @360,116 1.487,49
@100,126 Chapa de aço carbono cortada
@40,136 94-899 @100,136 a laser @300,136 20 @360,136 1.431,67
@100,146 Tinta cinza, componentes A e
@40,156 84-994 @100,156 B, galão @300,156 28 @360,156 1.622,46
? sure | unsure | sure | sure
? sure | unsure | sure | sure
? sure | unsure | sure | sure
@40,100 *Código* @100,100 *Descrição* @300,100 *Qtde* @360,100 *Total*
@40,116 11-175 @100,116 Chapa de aço carbono cortada @300,116 30 @360,116 1.487,49
@100,126 a laser
@40,136 94-899 @100,136 Arruela @300,136 20 @360,136 1.431,67
@40,146 84-994 @100,146 Luva @300,146 28 @360,146 1.622,46
? sure | sure | sure | sure
? sure | sure | sure | sure
? sure | sure | sure | sure

# nor is one of several lines in another column of such a table, whatever room they had
@40,100 *Exame* @240,100 *Resultado* @330-440,100 *Valores de referência*
@40,116 Creatinina @240,116 33,1 @390-440,116 0,6 a 1,2
@40,126 Colesterol LDL, calculado pela
@40,136 fórmula @240,136 72,3 @370-440,136 inferior a 130
@40,146 Vitamina D @240,146 16,0 @335-440,146 suficiente acima de 20
@310-440,156 homens 30 a 400; mulheres 13
@40,166 Ferritina @240,166 4,2 @405-440,166 a 150
? unsure | sure | unsure
? unsure | sure | unsure
? unsure | sure | unsure
? unsure | sure | unsure

# nor are two rows right below each other, of which the second has two cells fewer
@40,100 *Art.* @70,100 *Code* @120,100 *Désignation* @320,100 *Masse* @380,100 *Valeur*
@40,116 1 @70,116 2050 46 @120,116 Parties de machines en fonte, @320,116 473,2 @380,116 7 868,23
@70,126 53 @120,126 Zinc et autres
@40,136 2 @70,136 2945 46 @120,136 Savons de toilette @320,136 955,5 @380,136 6 153,79
@120,146 parfumés
@320,165 Ensemble @380,165 315,79
| Art. | Code | Désignation | Masse | Valeur
| 1 | 2050 46 | Parties de machines en fonte, | 473,2 | 7 868,23
| – | 53 | Zinc et autres | – | –
| 2 | 2945 46 | Savons de toilette parfumés | 955,5 | 6 153,79
? unsure | unsure | unsure | unsure | unsure
? – | unsure | unsure | – | –
? sure | sure | unsure | sure | sure

# nor are two rows of which the first may as well begin the second
@40,100 *Art.* @70,100 *Code* @120,100 *Désignation* @320,100 *Masse* @380,100 *Valeur*
@70,116 8751 45 @120,116 Vins en bouteilles de 0,75 l,
@40,126 1 @70,126 29 @120,126 appellation @320,126 974,7 @380,126 7 960,20
@40,136 2 @70,136 2945 46 @120,136 Savons de toilette @320,136 955,5 @380,136 6 153,79
? – | unsure | unsure | – | –
? unsure | unsure | unsure | unsure | unsure
? sure | sure | sure | sure | sure

# nor is one of a column in which others stand beside it, or of a text that was divided at it
@40,100 *Codice* @120,100 *Competenze Trattenute*
@40,116 6815 @120,116 603,84
@40,132 9292 @120,132 1.394,81
@40,148 9494 @180,148 370,11
? sure | unsure
? sure | unsure
? sure | unsure

# a bold label beside its value is no row of the table above, in which no row begins in bold type
@40,100 *Cuota* @140,100 *Vencimiento* @240,100 *Importe*
@40,116 1 @140,116 10/05/2024 @240,116 412,15
@40,132 2 @140,132 06/02/2024 @240,132 195,96
@40,152 *Arrendador* @140,152 Eulalia Ejemplo
| Cuota | Vencimiento | Importe
| 1 | 10/05/2024 | 412,15
| 2 | 06/02/2024 | 195,96

# nor is a cell with a number over words: a row of two lines has both
@40,100 *1º Bim.* @140,100 *2º Bim.* @240,100 *Média*
@40,112 *Disciplina*
@40,132 9,8 @140,132 7,0 @240,132 8,4
@40,144 Artes Visuais
@40,160 3,5 @140,160 6,0 @240,160 4,8
@40,172 Matemática
? unsure | sure | sure
? unsure | sure | sure

# a cell below the headers of two columns is not sure
@40,100 *Item* @120,100 *Weight* @200,100 *Value* @280,100 *Origin*
@40,116 Wool @120,116 0.9 kg at 118.00 EUR @280,116 DE
@40,132 Tea @120,132 0.6 kg @200,132 25.50 @280,132 LK
@40,148 Salt @120,148 1.2 kg @200,148 3.10 @280,148 CH
? sure | unsure | sure | sure
? sure | sure | sure | sure
? sure | sure | sure | sure

# a number is a column of its own, however near the words behind it
@40,100 *#* @52,100 *Item* @200,100 *Qty* @260,100 *Price*
@40,116 1 @52,116 Oak shelf @200,116 4 @260,116 40.00
@40,132 2 @52,132 Pine shelf @200,132 12 @260,132 6.50
| # | Item | Qty | Price
| 1 | Oak shelf | 4 | 40.00
| 2 | Pine shelf | 12 | 6.50

# a column is not sure whose name may be two
@40,100 *Item* @118,100 *Qty* @140,100 *Unit* @220,100 *Price*
@40,116 Oak @118,116 4 pcs @220,116 40.00
@40,132 Pine @113,132 12 kg @225,132 6.50
| Item | Qty Unit | Price
| Oak | 4 pcs | 40.00
| Pine | 12 kg | 6.50
? 0.85 | 0.85 | 0.85

# a table of words is not sure whose head is in their type: labels and values below each other may be one
Name          City
John Smith    London
Leaseholder   Usage
Mary Poe      Orchard
? unsure | unsure
? unsure | unsure
? unsure | unsure
*Name*        *City*
John Smith    London
Leaseholder   Usage
Mary Poe      Orchard
? sure | sure
? sure | sure
? sure | sure

# a number with words beside it, among numbers, is not sure
*Item*       *Qty*     *Amount*
Shelf        1           1.00
Screw        4         127.50 PAYE tax
Nail         9          20.00
? – | – | 0.97
? – | – | 0.5
? – | – | 0.97

# labels beside values in columns, of which few are known, are no sure table
Ship      Date line     Flag      Malta     Pier
Decks     7             Cabins    120       Valletta
Built     1998          Crew      46        Gozo
? unsure | unsure | unsure | unsure | unsure
? unsure | unsure | unsure | unsure | unsure
Result      Poor          Station      Leeds
Owner       Priya         Fee paid     649.76
Colour      Red           Fuel         12.40
? unsure | unsure | unsure | unsure
? unsure | unsure | unsure | unsure

# a row with cells left empty is not sure, nor is the one above, if it is nearer to that than to the next one
@40,100 *Fecha* @160,100 *Tratamiento* @280,100 *Importe*
@40,120 05/01/2026 @160,120 reposo durante una @280,120 12,00
@40,135 Lot 3870 @160,135 semana
@40,156 28/05/2025 @160,156 dolor lumbar @280,156 14,00
@40,176 09/05/2025 @160,176 tos @280,176 16,00
? unsure | – | –
? unsure | – | –
? sure | – | –
? sure | – | –

# a cell of the last row is not sure that may go on below the table
*Kostenart*       *Gesamtkosten*    *Anteil*
Grundsteuer          1.840,00      201,42
Heizung              6.212,80      733,18
Wasser
? sure | sure | sure
? unsure | sure | sure

# a line of words below one row of amounts is no sure row
*Total abonos*            *Total cargos*          *Saldo final*
2.470,86                 870,41                 4.600,02
Dispone usted de un      plazo de quince
? – | – | –
? unsure | unsure | sure

# a name that ends with points is one of a header, too
@47,123 *Désignation* @173,123 *Quantité* @338,123 *Montant*
@260,117.7 *P.U.* @296,117.7 *TVA*
@264,128.2 *HT* @305,128.2 *%*
@47,142.5 Chaise @200,142.5 17 @236,142.5 669,15 @296,142.5 18% @350,142.5 73,67
@47,156.7 Papier @205,156.7 9 @254,156.7 51,93 @296,156.7 21% @337,156.7 427,58
| Désignation | Quantité | P.U. HT | TVA % | Montant
| Chaise | 17 | 669,15 | 18% | 73,67
| Papier | 9 | 51,93 | 21% | 427,58

# a cell that stands below the header of another column, too, is not sure
  # COD        DESC         QTD UN VL UN R$  VL ITEM R$
  001 789100 ARROZ TIPO 1 5KG  1 UN   25,90       25,90
  002 789200 CAFE TORRADO 1KG  2 UN    8,49       16,98
- ARROZ TIPO 1 5KG
? unsure | sure | sure | sure | sure
? unsure | sure | sure | sure | sure

# what is in no field and no table is missing, unless it is little
*Posto*     *Jan/2025*    *Fev/2025*
Centro      120           130
Norte       140           150
! missing
Receita bruta      812.400,00      901.250,00
! missing
Total payments     2,947.14 Total deductions     698.04
! missing
Item        Qty       Price
Shelf       1         1.00
Screw       4         2.00
! nothing
Período: 01.03.2025 a 31.03.2025
Valor: 10,00
! nothing
Your policy



^R$ 684,30^
! missing
Garden chair   Rechnungsnummer R-24-556120
! missing
*IBAN*
D   E   8   9   3   7
! missing
Descrição            Aluguel de outubro
! missing
Rua Amostra, 18 - Santos

Fone (47) 3275-0192
! missing
Dear Ms Clarke, the price of the room has been 180.00 since the first of May
! missing
Thank you for your order.
! nothing
Página 2 de 2
! nothing
Pago em dinheiro no dia 15/10.
! missing
*Observações*
Falta 1 caixa de parafusos M8.
! missing
^*SÓCIA RETIRANTE*^
! missing
Total due: 120.00


1 Counted from approval.
2 Paid at signature.
! missing
Total due: 120.00


Use of water
45      47      44
Jan     Feb     Mar
! missing
Total due: 120.00

City
Santos
State

Date
! missing
Ficha de atendimento
*Médico responsável*  *Idade*
Dra. Lia Sarmento     14
*Endereço*            *E-mail*
Rua Sete
! missing
Total due: 120.00

Goods remain our property until paid in full.
! missing
Total: 120,00

Entregar somente no portão dos fundos.
! missing
Total: 120,00

Exemplo, 14 de outubro de 2025.
! missing
Nome: Ana Maria      Cidade: Arroio
Exemplo              Grande
Desde: 03/11/2019
! missing
Total: 120,00

Obrigado pela preferência e volte sempre!
! nothing
Soluções simples para a sua casa.

Total: 120,00
! nothing
Segue abaixo o resumo solicitado, conforme combinado.

Total: 120,00
! missing
Cliente: Ana Exemplo

Garden chair

Total: 120,00
! missing
*Cliente:* Ana Exemplo; *Curso:* 19 April
2021.

Total: 120,00
! missing
^*Boletim*^
Escola Exemplo

*Fournisseur*
Atelier Exemple SARL
946 place du Marché
34484 Saint-Étienne

Total: 120,00
! missing
Total: 120,00

1. Bei Fragen erreichen Sie uns unter +49 221 289288, montags von 9:30 bis 16:25 Uhr.
! missing
^*Laudo*^
*Titular*
   Ana Exemplo

Total: 120,00
! missing
^*Laudo*^
Total: 120,00

*Ponto Resultado*

Luz      Conforme
! missing
^*Atestado*^
*Período*   - fevereiro

Total: 120,00
! missing
Padre    Ivano Testa
Anno     2006
! missing
^*Atestado*^   ^*Oficina Exemplo*^

Total: 120,00
! nothing
Total: 120,00

Oficina Exemplo
! nothing
Total: 120,00

Sala 7
! missing
Restaurante Exemplo
Tavolo 7

Totale: 120,00
! missing
^*Orçamento nº 1.118/2026*^
Total: 120,00
! missing
Exemplo Ltda – Rua Sete, 45

Total: 120,00
! nothing
               Rua Sete, 45
Endereço:      Bloco B, sala 12
               Centro, Santos
Nome:          Ana Exemplo
! missing
Tenant
Ana Exemplo
Landlord
Bia Exemplo
Property
Leeds


Total due: 120.00
! missing
Total: 120,00

Maria Exemplo
Gerente – CPF 111.444.777-35
! missing
Paciente: Ana Exemplo

Dra. Inês Exemplo
CRM/RS 28.904
! missing
Total: 120,00


*NOTA FISCAL CANCELADA*
! missing
Invoice              PAID
Total: 120,00
! missing
Total: 120,00

Duplicata annullata
! nothing
CNPJ: 11.222.333/0001-81 – Rua Amostra
! missing
Ana Exemplo
~Date of birth~
7 February 1961
~Phone~
0999 555 01 77
! missing
Example Street 5
Testborough
United Kingdom

Total due: 120.00


Phone


Signature
! nothing

# a table is sure by its names or numbers, not with words under names that nobody knows
*Harbor Lights LLC*     *Statement*
410 Pier Rd             Check No. 4417
Tacoma                  Advice 11
% the table: unsure
*Nome*                  *Cargo*                 *Setor*
Ana Luz                 Chefe                   Vendas
Rui Paz                 Fiscal                  Obras
% the table: sure
*Alfa*                  *Beta*                  *Gama*
Ana Luz                 12                      Vendas
Rui Paz                 7                       Obras
% the table: sure
`);
  test.each(rules)('%s', (_, pages) => pages.forEach((page) => expectSaid(page)));
});

describe('sections', () => {
  const rules = rulesIn(`
# numbered clauses are headings in any style, the number of a company is none
CLÁUSULA 1ª - DO PRAZO
A locação vigora por doze meses.

R.2/123 - VENDA
Valor: R$ 1,00

CNPJ
R5.023.463/0001-46
§ CLÁUSULA 1ª - DO PRAZO | R.2/123 - VENDA

# a heading between the labels and the values of its row heads both
@158,100/6 CNPJ / CPF / NIF @302,100/6 Telefone @13,104.8/7 *TOMADOR / ADQUIRENTE*
@158,107.9/7 96.572.806/0001-23 @302,107.9/7 (11) 3333-4444
@13,118/6 Nome @13,126/7 Exemplo Ltda
@158,140/6 CNPJ / CPF / NIF @302,140/6 Telefone @13,144.8/7 *INTERMEDIÁRIO DA OPERAÇÃO*
@158,147.9/7 44.555.666/0001-77 @302,147.9/7 (11) 3333-4444
@13,158/6 Nome @13,166/7 Exemplo Ltda
§ TOMADOR / ADQUIRENTE | INTERMEDIÁRIO DA OPERAÇÃO
+ CNPJ / CPF / NIF: 44.555.666/0001-77

# labels without values are no row of the boxes above, though only one of two is known
@51,104/8 Grau de instrução @240,104/8 Endereço
@51,113/8 Superior completo @240,113/8 Largo Coronel Modelo, s/n
@51,127/8 Tutor @299,127/8 E-mail
+ Grau de instrução: Superior completo
- Tutor
- E-mail

# a table with rulings below two boxes is in neither of them
────────────────────────────────────────────────
│ ~RECHNUNGSADRESSE~    │ ~LIEFERADRESSE~        │
│ Firma: Amostra GmbH   │ Firma: Lager Amostra   │
│ Ort: 35398 Gießen     │ Ort: 35390 Gießen      │
────────────────────────────────────────────────

────────────────────────────────────────────────
│ Pos. │ Bezeichnung       │ Menge │ Preis €     │
────────────────────────────────────────────────
│ 1    │ Stuhl Lärche      │    24 │       89,50 │
────────────────────────────────────────────────
│ 2    │ Tisch 180 × 90    │     6 │      412,00 │
────────────────────────────────────────────────
§ RECHNUNGSADRESSE | LIEFERADRESSE | –
| Pos. | Bezeichnung | Menge | Preis €
| 1 | Stuhl Lärche | 24 | 89,50
| 2 | Tisch 180 × 90 | 6 | 412,00
`);
  test.each(rules)('%s', (_, pages) => pages.forEach((page) => expectSaid(page)));

  test('a clause whose number is bold is no title as far as its first line goes', () => {
    const { sections } = readLayout(
      [
        { ...at(70, 100, 'CLÁUSULA DÉCIMA – O prazo de duração é indeterminado e o início das', 10), bold: true },
        at(70, 114, 'atividades se dará em 4 de janeiro de 2027.', 10),
        { ...at(70, 140, 'CLÁUSULA DÉCIMA PRIMEIRA – DO OBJETO', 10), bold: true },
        at(70, 154, 'a) comércio de peças; b) consertos.', 10),
      ],
      1,
    );
    expect(sections.map(({ heading }) => heading)).toEqual(['CLÁUSULA DÉCIMA', 'CLÁUSULA DÉCIMA PRIMEIRA – DO OBJETO']);
    expect(sections[0]?.lines.join(' ')).toMatch(/^O prazo .* das atividades .* 2027\.$/);
  });

  test('an empty page has none', () => expect(sectionsOf('')).toEqual([]));
});

test('deductions are read under the label of the national service invoice', () => {
  expect(fieldNameOf('Total Deduções/Reduções', null)?.name).toBe('valor_deducoes');
});
