import { makePdf, put } from './pdf.ts';

/** A property's sheet in the registry: description, records (R) and annotations (AV). */
export const propertyRegistry = () =>
  makePdf((d) => {
    put(d, 50, 45, 'REGISTRO DE IMÓVEIS - 2º OFÍCIO DE EXEMPLÓPOLIS', { size: 13, bold: true });
    put(d, 50, 75, 'Matrícula: 12.345');
    put(d, 300, 75, 'Ficha: 01');
    put(d, 50, 90, 'Data: 10/05/2019');
    put(d, 50, 105, 'Imóvel: Apartamento 31 do Edifício Modelo, situado na Rua das Amostras, 77');
    put(d, 50, 120, 'Proprietário: Carlos Modelo Nunes, CPF 529.982.247-25');
    put(d, 50, 155, 'R.1/12.345 - COMPRA E VENDA', { bold: true });
    put(d, 50, 172, 'Data do registro: 22/08/2020');
    put(d, 50, 186, 'Transmitente: Carlos Modelo Nunes, CPF 529.982.247-25');
    put(d, 50, 200, 'Adquirente: Dora Exemplo Lima, CPF 111.444.777-35');
    put(d, 50, 214, 'Valor: R$ 320.000,00');
    put(d, 50, 244, 'AV.2/12.345 - CASAMENTO', { bold: true });
    put(d, 50, 261, 'Data da averbação: 05/02/2022');
    put(d, 50, 275, 'Regime: Comunhão parcial de bens');
    put(d, 50, 305, 'AV.3/12.345 - CADASTRO MUNICIPAL', { bold: true });
    put(d, 50, 322, 'Inscrição cadastral: 045.112.0077-3');
  });
