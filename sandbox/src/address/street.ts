/** Words a street's name begins with, and their standard form. */
export const LABELS: Record<string, string> = {
  rua: 'Rua', r: 'Rua', avenida: 'Avenida', av: 'Avenida', alameda: 'Alameda', al: 'Alameda', travessa: 'Travessa', tv: 'Travessa',
  praça: 'Praça', praca: 'Praça', pça: 'Praça', rodovia: 'Rodovia', rod: 'Rodovia', estrada: 'Estrada', estr: 'Estrada', largo: 'Largo',
  viela: 'Viela', beco: 'Beco', ladeira: 'Ladeira', quadra: 'Quadra', setor: 'Setor', via: 'Via', servidão: 'Servidão', passagem: 'Passagem',
};
