function lightsout_forget()
  % Removes the folder of lightsout_hoist, however the controller ends.
  confirm_recursive_rmdir(false, 'local');
  [~, ~] = rmdir(getenv('LIGHTSOUT_HOISTED'), 's');
end
