classdef lightsout_pointer < handle
  % Bytes that are read as numbers of a type that is said afterwards, as MATLAB's libpointer is.
  properties
    Bytes
    DataType = 'uint8Ptr'
    Size = []
  end
  properties (Dependent)
    Value
  end
  methods
    function self = lightsout_pointer(bytes)
      self.Bytes = bytes;
    end
    function setdatatype(self, type, varargin)
      self.DataType = type;
      self.Size = [varargin{:}];
    end
    function value = get(self, ~)
      type = regexprep(self.DataType, 'Ptr$', '');
      if strcmp(type, 'cstring') || strcmp(type, 'char')
        value = char(self.Bytes(:)');
        return;
      end
      count = floor(numel(self.Bytes) / numel(typecast(feval(type, 0), 'uint8')));
      value = typecast(self.Bytes(1:count * numel(typecast(feval(type, 0), 'uint8'))), type);
      if numel(self.Size) == 2
        value = reshape(value(1:prod(double(self.Size))), double(self.Size));
      elseif numel(self.Size) == 1
        value = value(1:double(self.Size));
      end
    end
    function value = get.Value(self)
      value = get(self, 'Value');
    end
  end
end
