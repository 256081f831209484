function data = wb_receiver_get_data(tag, type)
  % wb_receiver_get_data(tag, type): The first packet, as 'uint8', 'double' or 'string'. Without a type it is an object, which
  % setdatatype(data, 'doublePtr', rows, columns) and get(data, 'Value') make numbers of.
  bytes = lightsout_call('wb_receiver_get_data', tag);
  if nargin < 2
    data = lightsout_pointer(bytes);
    return;
  end
  switch type
    case 'uint8'
      data = bytes;
    case 'double'
      data = typecast(bytes(1:8 * floor(numel(bytes) / 8)), 'double');
    case 'string'
      data = char(bytes(:)');
    otherwise
      data = '';
  end
end
